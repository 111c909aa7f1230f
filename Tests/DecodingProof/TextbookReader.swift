/// Reads JSON the way its grammar is printed (RFC 8259): one function a rule, one call a level, and
/// nothing that would make it fast. It has no line in common with the reader that it is held against.
struct TextbookReader {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// How deep arrays and objects may stand in each other.
  static let deepest = 512

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The value that a document holds; nil when it is no JSON.
  static func value(of document: [UInt8]) -> TextbookValue? {
    var reader = TextbookReader(document)
    reader.passWhiteSpace()
    guard let value = reader.readValue() else { return nil }
    reader.passWhiteSpace()
    return reader.position == document.count ? value : nil
  }

  /// Whether a text is a number, and nothing besides.
  static func isNumber(_ text: [UInt8]) -> Bool {
    var reader = TextbookReader(text)
    return reader.readNumber() != nil && reader.position == text.count
  }

  private var next: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private mutating func passWhiteSpace() {
    while let next, " \t\r\n".utf8.contains(next) { position += 1 }
  }

  private mutating func pass(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func readValue() -> TextbookValue? {
    if pass("null") { return .null }
    if pass("true") { return .bool(true) }
    if pass("false") { return .bool(false) }
    if pass("[") { return inside { $0.readArray() } }
    if pass("{") { return inside { $0.readObject() } }
    if pass("\"") { return readString().map { .string($0) } }
    return readNumber().map { .number($0) }
  }

  private mutating func inside(
    _ body: (inout TextbookReader) -> TextbookValue?
  ) -> TextbookValue? {
    depth += 1
    defer { depth -= 1 }
    return depth <= Self.deepest ? body(&self) : nil
  }

  private mutating func readArray() -> TextbookValue? {
    passWhiteSpace()
    if pass("]") { return .array([]) }
    var elements: [TextbookValue] = []
    repeat {
      passWhiteSpace()
      guard let element = readValue() else { return nil }
      elements.append(element)
      passWhiteSpace()
    } while pass(",")
    return pass("]") ? .array(elements) : nil
  }

  private mutating func readObject() -> TextbookValue? {
    passWhiteSpace()
    if pass("}") { return .object([]) }
    var members: [TextbookValue.Member] = []
    repeat {
      passWhiteSpace()
      guard pass("\""), let key = readString() else { return nil }
      passWhiteSpace()
      guard pass(":") else { return nil }
      passWhiteSpace()
      guard let value = readValue() else { return nil }
      members.append(TextbookValue.Member(key: key, value: value))
      passWhiteSpace()
    } while pass(",")
    return pass("}") ? .object(members) : nil
  }

  private mutating func readNumber() -> String? {
    let start = position
    _ = pass("-")
    if !pass("0"), !passDigits() { return nil }
    if pass("."), !passDigits() { return nil }
    if pass("e") || pass("E") {
      _ = pass("+") || pass("-")
      if !passDigits() { return nil }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func passDigits() -> Bool {
    let start = position
    while let next, "0123456789".utf8.contains(next) { position += 1 }
    return position > start
  }
}

extension TextbookReader {
  /// What follows a quotation mark, up to the next one.
  private mutating func readString() -> String? {
    var units: [UInt16] = []
    while let next {
      switch next {
      case UInt8(ascii: "\""):
        position += 1
        return String(validating: units, as: UTF16.self)
      case UInt8(ascii: "\\"):
        position += 1
        guard let unit = readEscape() else { return nil }
        units.append(unit)
      case 0x00..<0x20:
        return nil
      default:
        guard let character = readCharacter() else { return nil }
        units += Array(character.utf16)
      }
    }
    return nil
  }

  private mutating func readEscape() -> UInt16? {
    let letters = Array("\"\\/bfnrt".utf8)
    let meanings = Array("\"\\/\u{8}\u{C}\n\r\t".utf16)
    guard let letter = next else { return nil }
    position += 1
    if let index = letters.firstIndex(of: letter) { return meanings[index] }
    let digits = bytes[position...].prefix(4)
    let isHexadecimal = digits.allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
    guard letter == UInt8(ascii: "u"), digits.count == 4, isHexadecimal else { return nil }
    position += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// The shortest run of bytes that is a character; what is none at four bytes is none at all.
  private mutating func readCharacter() -> String? {
    for length in 1...4 where position + length <= bytes.count {
      if let text = String(validating: bytes[position..<(position + length)], as: UTF8.self) {
        position += length
        return text
      }
    }
    return nil
  }
}

/// A value of a document, nothing left out: numbers as they are written, members in their order, each
/// as often as it occurs.
indirect enum TextbookValue {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([TextbookValue])
  case object([Member])

  struct Member {
    let key: String
    let value: TextbookValue
  }
}
