import Testing

@testable import product_cli

/// A journal is read as far as it is whole, wherever it was cut.
@Suite(.timeLimit(.minutes(1)))
struct JournalReaderTests {
  private static let header = JournalHeader.bytes(source: "https://a/{id}", shown: "https://a/{id}")
  private static let lines = (0..<3).map {
    JournalLine.bytes(for: Array(#"{"id":"p\#($0)"}"#.utf8), of: "p\($0)", at: $0)
  }
  private static let whole = header + lines.flatMap(\.self)

  private func read(_ bytes: [UInt8], pieces: Int = 7) throws -> JournalReader {
    var reader = JournalReader(header: Self.header)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      try reader.read(Array(bytes[start..<min(bytes.count, start + pieces)]))
    }
    try reader.finish()
    return reader
  }

  @Test func aWholeOneGivesWhereEachProductIs() throws {
    let reader = try read(Self.whole)
    #expect(reader.wholeBytes == Self.whole.count)
    #expect(reader.index.count == 3)
    let entry = try #require(try reader.index.entry(of: "p2", at: 2))
    let product = Self.whole[entry.offset..<entry.offset + entry.count]
    #expect(String(decoding: product, as: UTF8.self) == #"{"id":"p2"}"#)
    #expect(try reader.index.entry(of: "p3", at: 3) == nil)
  }

  @Test func whereverItIsCutAllWholeLinesAreThere() throws {
    for size in 0...Self.whole.count {
      let reader = try read(Array(Self.whole[..<size]))
      var ends = [0, Self.header.count]
      for line in Self.lines { ends.append(ends[ends.count - 1] + line.count) }
      let whole = ends.last { $0 <= size } ?? 0
      #expect(reader.wholeBytes == whole)
      #expect(reader.index.count == max(0, ends.firstIndex(of: whole)! - 1))
    }
  }

  @Test func damageInTheMiddleIsNamed() {
    var bytes = Self.whole
    bytes[Self.header.count + 30] ^= 1
    #expect(throws: JournalReader.Fault(reason: "its line 2 is damaged")) { try read(bytes) }
  }

  @Test func damageAtTheEndIsCutOff() throws {
    var bytes = Self.whole
    bytes[bytes.count - 4] ^= 1
    let reader = try read(bytes)
    #expect(reader.index.count == 2)
    #expect(reader.wholeBytes == bytes.count - Self.lines[2].count)
  }

  @Test(arguments: ["x", "\n", "product-cli journal 1 x\n", "0123456789abcdef product-cli\n"])
  func anythingElseIsNoJournal(_ text: String) {
    #expect(throws: JournalReader.Fault(reason: "it is no journal")) { try read(Array(text.utf8)) }
  }

  @Test func anotherJobIsNamedWithoutItsSecrets() throws {
    let template = try URLTemplate("https://c/{id}?key=s3cret")
    let other = JournalHeader.bytes(source: template.text, shown: template.shown)
    #expect(throws: JournalReader.Fault(reason: "it is for another job: https://c/{id}?…")) {
      try read(other)
    }
    #expect(!String(decoding: other, as: UTF8.self).contains("s3cret"))
  }

  @Test func otherIdsAreTold() throws {
    let index = try read(Self.whole).index
    #expect(throws: JournalIndex.Mismatch.self) { try index.entry(of: "p1", at: 2) }
    #expect(throws: JournalIndex.Mismatch.self) { try index.check(count: 2) }
    try index.check(count: 3)
  }
}
