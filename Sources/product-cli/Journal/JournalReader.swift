import Foundation

/// Reads a journal from its beginning, as far as it is whole. Pure: pieces of the file go in.
///
/// A run that was killed may have left a part of a line at the end, and so may a full disk or a
/// machine that went down: that is cut off. What is damaged with whole lines after it was changed by
/// somebody else.
struct JournalReader {
  struct Fault: Error, Hashable {
    let reason: String
  }

  /// What the journal has.
  private(set) var index = JournalIndex()
  /// Up to where it is whole.
  private(set) var wholeBytes = 0

  private let header: [UInt8]
  private var isHeaderRead = false
  private var pending: [UInt8] = []
  private var offset = 0
  private var line = 0
  private var damagedLine: Int?

  /// - Parameter header: What a journal of this job begins with.
  init(header: [UInt8]) {
    self.header = header
  }

  mutating func read(_ piece: [UInt8]) throws(Fault) {
    var rest = piece[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      pending += rest[..<end]
      rest = rest[(end + 1)...]
      try readLine()
    }
    pending += rest
    if !isHeaderRead, pending.count > 64 << 10 { throw Fault(reason: "it is no journal") }
  }

  /// To be called at the end of the file.
  func finish() throws(Fault) {
    // Killed while it wrote its first line.
    guard isHeaderRead || header.starts(with: pending) else {
      throw Fault(reason: "it is no journal")
    }
  }

  private mutating func readLine() throws(Fault) {
    line += 1
    let size = pending.count + 1
    if !isHeaderRead {
      try readHeader()
    } else if let found = JournalLine(pending[...]) {
      if let damagedLine { throw Fault(reason: "its line \(damagedLine) is damaged") }
      let entry = JournalIndex.Entry(
        offset: offset + found.start, count: pending.count - found.start)
      index.add(entry, mark: found.mark, at: found.place)
    } else {
      damagedLine = damagedLine ?? line
    }
    offset += size
    if damagedLine == nil { wholeBytes = offset }
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func readHeader() throws(Fault) {
    guard pending + [UInt8(ascii: "\n")] != header else { return isHeaderRead = true }
    guard let content = JournalLine.opened(pending[...]),
      content.starts(with: JournalHeader.title.utf8)
    else { throw Fault(reason: "it is no journal") }
    let other = String(decoding: content.dropFirst(JournalHeader.title.utf8.count), as: UTF8.self)
    throw Fault(reason: "it is for another job:\(other.drop { $0 != " " })")
  }
}
