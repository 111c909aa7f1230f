import Testing

@testable import product_cli

/// What the line of progress says.
@Suite(.timeLimit(.minutes(1)))
struct ProgressTests {
  @Test func failuresAreNotCountedAsLoaded() {
    let tally = Tally(loaded: 4, failed: 2)
    let known = Progress(total: 8).summary(of: tally)
    let unknown = Progress(total: nil).summary(of: tally)
    #expect(known.hasPrefix("loaded 4 of 8, 2 failed, "))
    #expect(unknown.hasPrefix("loaded 4, 2 failed, "))
  }

  @Test(arguments: [
    (nil, "loaded 4, 2 failed"), (19, "loaded 4, 2 failed"), (18, "loaded 4, 2 fail…"), (1, "…"),
  ])
  func aLineIsCutBeforeTheLastColumn(width: Int?, shown: String) {
    #expect(Progress.fitted("loaded 4, 2 failed", to: width) == shown)
  }
}
