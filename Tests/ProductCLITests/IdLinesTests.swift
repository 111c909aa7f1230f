import Testing

@testable import product_cli

/// Ids are found wherever the pieces of a file happen to end.
@Suite(.timeLimit(.minutes(1)))
struct IdLinesTests {
  private static let text = "\u{FEFF}one\r\n\n # no\n two 2 \n#no\nthrée\n\t\n4"

  @Test(arguments: 1...20)
  func piecesOfAnySizeGiveTheSameIds(size: Int) throws {
    var lines = IdLines()
    var ids: [String] = []
    let bytes = Array(Self.text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      ids += try lines.ids(in: Array(bytes[start...].prefix(size)))
    }
    ids += [try lines.last()].compactMap { $0 }
    #expect(ids == ["one", "two 2", "thrée", "4"])
  }

  @Test func aLineThatNeverEndsIsRefused() {
    var lines = IdLines()
    let piece = [UInt8](repeating: 0x61, count: IdLines.longestLine)
    #expect(throws: IdLines.Fault(line: 1, reason: "is longer than 65536 bytes")) {
      _ = try lines.ids(in: piece)
      _ = try lines.ids(in: piece)
    }
  }

  @Test func otherEncodingsAreRefused() {
    var lines = IdLines()
    #expect(throws: IdLines.Fault(line: 2, reason: "is not UTF-8")) {
      _ = try lines.ids(in: [0x61, 0x0A, 0xE9, 0x0A])
    }
  }
}
