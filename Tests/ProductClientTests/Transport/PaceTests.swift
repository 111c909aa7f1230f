import Testing

@testable import ProductClient

/// An exchange that moves too few bytes for too long has stalled.
@Suite(.timeLimit(.minutes(1)))
struct PaceTests {
  private let start = ContinuousClock.now

  private func pace(stall: Duration = .seconds(10), rate: Int = 1) -> Pace {
    Pace(ExchangeTimeouts(stall: stall, stallBytesPerSecond: rate), from: start)
  }

  @Test func nothingAtAllIsAStall() {
    #expect(pace().untilStalled(at: start + .seconds(4)) == .seconds(6))
    #expect(pace().untilStalled(at: start + .seconds(10)) == .zero)
  }

  @Test func enoughBytesBeginANewStretch() {
    var pace = pace(rate: 100)
    pace.move(999, at: start + .seconds(8))
    #expect(pace.untilStalled(at: start + .seconds(8)) == .seconds(2))
    pace.move(1, at: start + .seconds(9))
    #expect(pace.untilStalled(at: start + .seconds(9)) == .seconds(10))
  }

  @Test func aHeadBeginsANewStretchWhateverItsSize() {
    var pace = pace(rate: 1000)
    pace.restart(at: start + .seconds(9))
    #expect(pace.untilStalled(at: start + .seconds(9)) == .seconds(10))
  }

  @Test func aShortStretchNeedsAByteAtLeast() {
    var pace = pace(stall: .milliseconds(10), rate: 0)
    pace.move(0, at: start + .milliseconds(5))
    #expect(pace.untilStalled(at: start + .milliseconds(10)) == .zero)
    pace.move(1, at: start + .milliseconds(10))
    #expect(pace.untilStalled(at: start + .milliseconds(10)) == .milliseconds(10))
  }
}
