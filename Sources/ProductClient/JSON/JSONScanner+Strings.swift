extension JSONScanner {
  /// Reads a string from its opening quotation mark on, and checks its escapes and its UTF-8.
  mutating func scanString() throws(JSONSyntaxError) -> JSONToken {
    let start = position + 1
    var index = start
    var kind = JSONToken.Kind.string
    while true {
      index = endOfPlainText(from: index)
      guard index < bytes.count else {
        throw JSONSyntaxError(offset: position, reason: "the string does not end")
      }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        position = index + 1
        return JSONToken(kind, offset: start, extent: index - start)
      case UInt8(ascii: "\\"):
        index = try endOfEscape(at: index)
        kind = .escapedString
      case 0x80...:
        index = try endOfCharacter(at: index)
      default:
        throw JSONSyntaxError(offset: index, reason: "a control character in a string")
      }
    }
  }

  /// The first place from `index` on that is not printable ASCII, or is `"` or `\`.
  @inline(__always)
  private func endOfPlainText(from index: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = index
    // Eight bytes at a time. Each term has the high bit of a byte set where that byte is to be
    // looked at; a borrow can only spoil bytes after the first such one.
    while index + 8 <= bytes.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quote = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
      let backslash = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
      let control = word &- 0x2020_2020_2020_2020
      let hits = (quote | backslash | control | word) & 0x8080_8080_8080_8080
      if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count, bytes[index].isPlainText { index += 1 }
    return index
  }

  private func endOfEscape(at index: Int) throws(JSONSyntaxError) -> Int {
    guard index + 1 < bytes.count else {
      throw JSONSyntaxError(offset: index, reason: "the string does not end")
    }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return index + 2
    case UInt8(ascii: "u"):
      return try endOfUnicodeEscape(at: index)
    default:
      throw JSONSyntaxError(offset: index, reason: "an unknown escape in a string")
    }
  }

  /// A surrogate is accepted only as one half of a pair: alone it stands for no character.
  private func endOfUnicodeEscape(at index: Int) throws(JSONSyntaxError) -> Int {
    guard let unit = codeUnit(at: index) else {
      throw JSONSyntaxError(offset: index, reason: "\\u needs four hexadecimal digits")
    }
    guard UTF16.isSurrogate(unit) else { return index + 6 }
    guard UTF16.isLeadSurrogate(unit), let next = codeUnit(at: index + 6),
      UTF16.isTrailSurrogate(next)
    else { throw JSONSyntaxError(offset: index, reason: "a surrogate without its other half") }
    return index + 12
  }

  /// The number in an escape `\uXXXX`; nil where there is none.
  private func codeUnit(at index: Int) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt16(hexDigits: bytes[(index + 2)..<(index + 6)])
  }

  /// Checks one character outside of ASCII against the table of RFC 3629 §4.
  private func endOfCharacter(at index: Int) throws(JSONSyntaxError) -> Int {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[index] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: length = 0
    }
    guard length > 0, index + length <= bytes.count, second.contains(bytes[index + 1]),
      bytes[(index + 2)..<(index + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw JSONSyntaxError(offset: index, reason: "the text is not UTF-8") }
    return index + length
  }
}

extension UInt8 {
  /// Stands for itself in a string: printable ASCII that neither ends nor escapes.
  @inline(__always)
  fileprivate var isPlainText: Bool {
    self >= 0x20 && self < 0x80 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}

extension UInt16 {
  /// Reads hexadecimal digits in either case, without a sign; nil when there is anything else.
  init?(hexDigits digits: Slice<UnsafeBufferPointer<UInt8>>) {
    var value: UInt16 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt16(digit - 0x30)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt16(digit - 0x37)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt16(digit - 0x57)
      default: return nil
      }
    }
    self = value
  }
}
