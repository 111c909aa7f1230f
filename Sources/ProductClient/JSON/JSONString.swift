/// Strings of a document: made, compared, unescaped.
extension JSONDocument {
  /// The string at a token, key or value; nil when another kind stands there.
  func string(at index: Int) -> String? {
    let token = tokens[index]
    switch token.kind {
    case .string:
      return withBytes(of: token) { String(decoding: $0, as: UTF8.self) }
    case .escapedString:
      return withBytes(of: token) { unescaped($0) }
    default:
      return nil
    }
  }

  /// Runs `body` on the text of a string without its escapes; nil when another kind stands there.
  func withText<Result>(
    at index: Int,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result?
  ) -> Result? {
    if tokens[index].kind == .string { return withBytes(of: tokens[index], body) }
    guard var text = string(at: index) else { return nil }
    return text.withUTF8(body)
  }

  /// Whether the key at a token is spelled like `name`, byte by byte.
  @inline(__always)
  func key(at index: Int, equals name: UnsafeBufferPointer<UInt8>) -> Bool {
    let token = tokens[index]
    guard token.kind == .string else {
      return string(at: index).map { $0.utf8.elementsEqual(name) } ?? false
    }
    guard token.extent == name.count else { return false }
    return withBytes(of: token) { bytes in
      for position in 0..<name.count where bytes[position] != name[position] { return false }
      return true
    }
  }

  /// An array of nothing but strings; nil when it is anything else.
  func strings(inArrayAt index: Int) -> [String]? {
    guard tokens[index].kind == .array else { return nil }
    var strings: [String] = []
    for element in (index + 1)..<tokens[index].extent {
      guard let string = string(at: element) else { return nil }
      strings.append(string)
    }
    return strings
  }

  /// An object of nothing but strings; nil when it is anything else.
  func strings(inObjectAt index: Int) -> [String: String]? {
    guard tokens[index].kind == .object else { return nil }
    let members = (index + 1)..<tokens[index].extent
    var strings = [String: String](minimumCapacity: members.count / 2)
    for key in stride(from: members.lowerBound, to: members.upperBound, by: 2) {
      guard let name = string(at: key), let value = string(at: key + 1) else { return nil }
      // The first of several members with one name wins.
      if let first = strings.updateValue(value, forKey: name) { strings[name] = first }
    }
    return strings
  }

  private func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> String {
    // What an escape stands for is never longer than the escape.
    String(unsafeUninitializedCapacity: text.count) { output in
      var reader = JSONEscapeReader(input: text, output: output)
      return reader.copy()
    }
  }
}

/// Copies the text of a string that the scanner has checked, and resolves its escapes.
private struct JSONEscapeReader {
  let input: UnsafeBufferPointer<UInt8>
  let output: UnsafeMutableBufferPointer<UInt8>
  var read = 0
  var written = 0

  init(input: UnsafeBufferPointer<UInt8>, output: UnsafeMutableBufferPointer<UInt8>) {
    self.input = input
    self.output = output
  }

  mutating func copy() -> Int {
    while read < input.count {
      if input[read] == UInt8(ascii: "\\") {
        copyEscape()
      } else {
        write(input[read])
        read += 1
      }
    }
    return written
  }

  private mutating func copyEscape() {
    let letter = input[read + 1]
    read += 2
    switch letter {
    case UInt8(ascii: "b"): write(0x08)
    case UInt8(ascii: "f"): write(0x0C)
    case UInt8(ascii: "n"): write(0x0A)
    case UInt8(ascii: "r"): write(0x0D)
    case UInt8(ascii: "t"): write(0x09)
    case UInt8(ascii: "u"): copyUnicodeEscape()
    default: write(letter)
    }
  }

  private mutating func copyUnicodeEscape() {
    var scalar = UInt32(readCodeUnit())
    if UTF16.isSurrogate(UInt16(truncatingIfNeeded: scalar)) {
      read += 2  // the `\u` of the other half
      scalar = 0x10000 + (scalar & 0x3FF) << 10 + UInt32(readCodeUnit() & 0x3FF)
    }
    guard let character = Unicode.Scalar(scalar) else { return }
    for byte in UTF8.encode(character) ?? UTF8.encodedReplacementCharacter { write(byte) }
  }

  private mutating func readCodeUnit() -> UInt16 {
    defer { read += 4 }
    return UInt16(hexDigits: input[read..<(read + 4)]) ?? 0
  }

  @inline(__always)
  private mutating func write(_ byte: UInt8) {
    output[written] = byte
    written += 1
  }
}
