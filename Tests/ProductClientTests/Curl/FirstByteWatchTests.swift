import Testing

@testable import ProductClient

/// Exchanges are looked at only when the earliest of their times has come.
@Suite(.timeLimit(.minutes(1)))
struct FirstByteWatchTests {
  private let start = ContinuousClock.now

  @Test func withoutSuchTimesThereIsNothingToLookFor() {
    var watch = FirstByteWatch()
    watch.expect(by: nil)
    #expect(watch.earliest == nil)
    let isDue = watch.isDue(at: start.later(by: .seconds(Int64.max)))
    #expect(!isDue)
  }

  @Test func theEarliestMomentCountsAndIsOverOnceItHasCome() {
    var watch = FirstByteWatch()
    for seconds in [3, 1, 2] { watch.expect(by: start + .seconds(seconds)) }
    #expect(watch.earliest == start + .seconds(1))
    let isDue = [0, 1, 9].map { watch.isDue(at: start + .seconds($0)) }
    #expect(isDue == [false, true, false])
    #expect(watch.earliest == nil)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .zero])
  func aTimeMayBeAsLongOrShortAsItLikes(_ time: Duration) {
    #expect(start.later(by: time) >= start)
  }
}
