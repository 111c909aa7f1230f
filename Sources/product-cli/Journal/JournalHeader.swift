/// The first line of a journal, which tells of what job it is.
enum JournalHeader {
  static let title = "product-cli journal 1 "

  /// - Parameters:
  ///   - source: Where products come from, in full: it is told apart by, and not written.
  ///   - shown: The same for people, without a secret.
  static func bytes(source: String, shown: String) -> [UInt8] {
    let key = String(JournalLine.checksum(of: source.utf8), radix: 16)
    return JournalLine.sealed(Array("\(title)\(key) \(TerminalText.escaped(shown))".utf8))
  }
}
