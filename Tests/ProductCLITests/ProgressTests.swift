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

  @Test func aLogGetsALineASecondAndALastOne() {
    let start = ContinuousClock.now
    var progress = Progress(total: 100, .always, on: .log, start: start)
    let tally = Tally(loaded: 40, failed: 2, kept: 20, bytes: 12_345)
    #expect(progress.update(tally, inFlight: 8, now: start + .milliseconds(999)) == "")
    #expect(
      progress.update(tally, inFlight: 8, now: start + .seconds(2))
        == "loaded 40 of 100, 2 failed, 8 in flight, 11 a second, 12.3 kB, 6 s left\n")
    #expect(progress.update(tally, inFlight: 8, now: start + .seconds(2.9)) == "")
    #expect(progress.clear() == "")
    let last = Tally(loaded: 98, failed: 2, kept: 20)
    #expect(
      progress.end(last, now: start + .seconds(4)) == "loaded 98 of 100, 2 failed, 20 a second\n")
  }

  @Test(arguments: [ProgressMode.auto, .never])
  func elsewhereNothingIsSaidUnasked(_ mode: ProgressMode) {
    let start = ContinuousClock.now
    var progress = Progress(total: 9, mode, on: .log, start: start)
    #expect(progress.update(Tally(loaded: 1), now: start + .seconds(5)) == "")
    #expect(progress.end(Tally(loaded: 9), now: start + .seconds(9)) == "")
  }

  @Test(arguments: [
    (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (999_949, "999.9 kB"),
    (999_950, "1.0 MB"), (12_345_678_900, "12.3 GB"), (Int.max, "9.2 EB"),
  ])
  func sizesHaveThreeDigitsOrSo(_ bytes: Int, _ text: String) {
    #expect(Progress.size(bytes) == text)
  }

  @Test(arguments: [
    (0.2, "1 s"), (99, "99 s"), (100, "2 min"), (5999, "100 min"), (6000, "2 h"), (1e9, "days"),
  ])
  func timesAreRoundedUp(_ seconds: Double, _ text: String) {
    #expect(Progress.time(seconds) == text)
  }

  @Test(arguments: [
    (nil, "loaded 4, 2 failed"), (19, "loaded 4, 2 failed"), (18, "loaded 4, 2 fail…"), (1, "…"),
  ])
  func aLineIsCutBeforeTheLastColumn(width: Int?, shown: String) {
    #expect(Progress.fitted("loaded 4, 2 failed", to: width) == shown)
  }
}

extension Terminal {
  /// A file: nothing there is rewritten.
  fileprivate static var log: Terminal { Terminal(-1) }
}
