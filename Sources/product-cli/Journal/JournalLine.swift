/// One line of a journal: which product was loaded for which id. Pure.
///
///     checksum place mark {"id":…}
///
/// The checksum is of all that follows it, so that a line that was cut is not taken for one. The place
/// is that of the id among all ids of the job, from 0; the mark tells ids apart. At the end is the
/// product in its canonical form, on one line.
struct JournalLine: Hashable {
  let place: Int
  let mark: UInt32
  /// Where the product begins in the line.
  let start: Int

  /// The line for a product, with its end.
  static func bytes(for product: [UInt8], of id: String, at place: Int) -> [UInt8] {
    sealed(Array("\(place) \(mark(of: id)) ".utf8) + product)
  }

  /// What was written by ``bytes(for:of:at:)``, without its end; nil when it is none, or not whole.
  init?(_ line: ArraySlice<UInt8>) {
    guard let content = Self.opened(line) else { return nil }
    let parts = content.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard parts.count == 3, let place = Int(Self.text(parts[0])), place >= 0,
      let mark = UInt32(Self.text(parts[1]))
    else { return nil }
    (self.place, self.mark, start) = (place, mark, parts[2].startIndex - line.startIndex)
  }

  /// What tells an id apart from the others.
  static func mark(of id: String) -> UInt32 {
    let checksum = checksum(of: id.utf8)
    return UInt32(truncatingIfNeeded: checksum ^ checksum >> 32)
  }

  /// A content with its checksum before it and a line feed after it.
  static func sealed(_ content: [UInt8]) -> [UInt8] {
    let digits = String(checksum(of: content), radix: 16)
    let zeros = String(repeating: "0", count: checksumSize - digits.utf8.count)
    return Array("\(zeros)\(digits) ".utf8) + content + [UInt8(ascii: "\n")]
  }

  /// The content of a line; nil where it is not what was sealed.
  static func opened(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard line.count > checksumSize,
      let told = UInt64(text(line.prefix(checksumSize)), radix: 16)
    else { return nil }
    let content = line.dropFirst(checksumSize + 1)
    return checksum(of: content) == told ? content : nil
  }

  private static let checksumSize = 16

  /// FNV-1a with 64 bits (<https://www.ietf.org/archive/id/draft-eastlake-fnv-21.html>): it is to find
  /// what was cut or damaged, not what was forged.
  static func checksum(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
