import Foundation

/// The fields of a message, kept as the block of lines they arrived in.
///
/// A response's block is copied once and read only when somebody asks: no allocation for a field
/// that nobody looks at. Names compare without case (RFC 9110 §5.1).
public struct HTTPFields: Hashable, Sendable {
  /// Lines `Name: value`, each ended by LF or CR LF; a line that starts with a space or a tab
  /// goes on with the one before.
  private var block: [UInt8] = []
  /// Which letters lines begin with, a bit each, without case. Most questions are answered by it.
  private var initials: UInt32 = 0
  /// The names, in lower case, of those that were marked as secrets: beside the block, so that it
  /// stays as it is on the wire. Empty nearly always, and then costs nothing.
  private(set) var markedNames: Set<String> = []

  /// The size of the block.
  var byteCount: Int { block.count }

  /// Creates fields without any.
  public init() {}

  /// Adds a line as it came from the wire, with its end; neither a status line nor an empty one.
  mutating func appendLine(_ line: some Collection<UInt8>) {
    if let first = line.first { initials |= Self.bit(of: first) }
    block.append(contentsOf: line)
  }

  /// Forgets all lines, and makes room for so many bytes.
  mutating func removeAll(reservingCapacity bytes: Int) {
    (block, initials, markedNames) = ([], 0, [])
    block.reserveCapacity(bytes)
  }

  private static func bit(of first: UInt8) -> UInt32 { 1 << UInt32(first & 31) }

  /// Adds a field after those that are there. A secret makes secrets of all with its name.
  public mutating func append(_ field: HTTPField) {
    appendLine("\(field.name): \(field.value)\n".utf8)
    if field.isMarked { markedNames.insert(field.name.lowercased()) }
  }

  /// The value of the named field; values of repeated ones joined with ", " (RFC 9110 §5.3).
  /// nil when there is none. For `Set-Cookie`, which cannot be joined, ask ``values(of:)``.
  public subscript(name: String) -> String? {
    let values = values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Whether a line begins with the text, which is lower case. Much cheaper than to read the fields.
  func mayName(_ start: StaticString) -> Bool {
    guard initials & Self.bit(of: start.utf8Start.pointee) != 0 else { return false }
    return block.withUnsafeBufferPointer { bytes in
      var index = 0
      while index + start.utf8CodeUnitCount < bytes.count {
        var matched = 0
        while matched < start.utf8CodeUnitCount,
          bytes[index + matched] | 0x20 == start.utf8Start[matched]
        { matched += 1 }
        if matched == start.utf8CodeUnitCount { return true }
        index += matched
        guard let rest = bytes.baseAddress.map({ $0 + index }),
          let end = memchr(rest, Int32(UInt8.lineFeed), bytes.count - index)
        else { return false }
        index += UnsafeRawPointer(end) - UnsafeRawPointer(rest) + 1
      }
      return false
    }
  }

  /// Each value of the named field, in order.
  public func values(of name: String) -> [String] {
    lazy.filter { $0.isNamed(name) }.map { $0.value }
  }
}

extension HTTPFields: Sequence {
  /// Walks over the fields in order; a line that is no field is passed over.
  public func makeIterator() -> Iterator {
    Iterator(block: block, markedNames: markedNames)
  }

  /// Parses the block line by line.
  public struct Iterator: IteratorProtocol {
    private let block: [UInt8]
    private let markedNames: Set<String>
    private var index = 0

    fileprivate init(block: [UInt8], markedNames: Set<String>) {
      self.block = block
      self.markedNames = markedNames
    }

    /// The next field, or nil at the end.
    public mutating func next() -> HTTPField? {
      while index < block.count {
        // A line that goes on with none, or with one that is no field, is no field either.
        let goesOn = block[index].isBlank
        let line = nextLine()
        guard !goesOn, let colon = line.firstIndex(of: .colon), colon > line.startIndex else {
          continue
        }
        var value = String(decoding: line[(colon + 1)...].trimmed, as: UTF8.self)
        while index < block.count, block[index].isBlank {
          value += " " + String(decoding: nextLine().trimmed, as: UTF8.self)
        }
        let name = String(decoding: line[..<colon].trimmed, as: UTF8.self)
        return HTTPField(
          parsedName: name, value: value.replacingControlsBySpaces,
          isMarked: !markedNames.isEmpty && markedNames.contains(name.lowercased()))
      }
      return nil
    }

    private mutating func nextLine() -> ArraySlice<UInt8> {
      let end = block[index...].firstIndex(of: .lineFeed) ?? block.count
      defer { index = end + 1 }
      return block[index..<end]
    }
  }
}

extension String {
  /// Control characters but tabs become spaces (RFC 9110 §5.5): a value that is sent on must not
  /// turn into two fields.
  fileprivate var replacingControlsBySpaces: String {
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.value < 0x20 && scalar.value != 0x09 || scalar.value == 0x7F
    }
    guard unicodeScalars.contains(where: isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { isControl($0) ? " " : $0 }))
  }
}

extension HTTPFields: ExpressibleByArrayLiteral {
  /// Creates fields from a list.
  public init(arrayLiteral fields: HTTPField...) {
    self.init()
    for field in fields { append(field) }
  }
}

extension UInt8 {
  fileprivate static let colon = UInt8(ascii: ":")
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension ArraySlice<UInt8> {
  /// Without the white space around it, a carriage return included.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let isSpace = { (byte: UInt8) in byte.isBlank || byte == UInt8(ascii: "\r") }
    let start = firstIndex { !isSpace($0) } ?? endIndex
    let end = lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return self[start..<Swift.max(start, end)]
  }
}
