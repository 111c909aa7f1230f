/// Finds ids in a text that comes in pieces: one a line, without the white space around it.
///
/// Blank lines are passed over, and so are those that start with `#`. Lines may end in CR LF, and
/// the text may start with a byte order mark.
struct IdLines {
  /// The end of the last piece: a line that is not complete yet.
  private var pending: [UInt8] = []
  private var number = 0

  /// Longer lines are no ids; whoever names a gigabyte of something else is to hear so.
  static let longestLine = 64 << 10

  struct Fault: Error, Hashable {
    let line: Int
    let reason: String
  }

  /// The ids that are complete with this piece.
  mutating func ids(in piece: [UInt8]) throws(Fault) -> [String] {
    var ids: [String] = []
    var rest = piece[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      if let id = try id(of: pending + rest[..<end]) { ids.append(id) }
      pending = []
      rest = rest[(end + 1)...]
    }
    pending += rest
    guard pending.count <= Self.longestLine else { throw tooLong }
    return ids
  }

  /// The id on the last line, if no line feed ended that.
  mutating func last() throws(Fault) -> String? {
    defer { pending = [] }
    return pending.isEmpty ? nil : try id(of: pending)
  }

  private mutating func id(of line: [UInt8]) throws(Fault) -> String? {
    guard line.count <= Self.longestLine else { throw tooLong }
    number += 1
    let content = (number == 1 && line.starts(with: Self.mark)) ? line.dropFirst(3) : line[...]
    let text = content.trimmed
    guard let first = text.first, first != UInt8(ascii: "#") else { return nil }
    guard let id = String(validating: text, as: UTF8.self) else {
      throw Fault(line: number, reason: "is not UTF-8")
    }
    return id
  }

  private var tooLong: Fault {
    Fault(line: number + 1, reason: "is longer than \(Self.longestLine) bytes")
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension ArraySlice<UInt8> {
  /// Without blanks, tabs and carriage returns around it.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    guard let start = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return [] }
    return self[start...last]
  }
}
