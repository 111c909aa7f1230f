import Foundation
import Testing

@testable import ProductClient

/// Time goes on between one look at the clock and the next.
@Suite(.timeLimit(.minutes(1)))
struct LateClockTests {
  /// The second load is told to wait half a second, and when its timer is to be set, that is over.
  @Test func whoeversTimeCameBeforeItsTimerWasSetIsCalled() async throws {
    let clock = ScriptedClock([0, 0, 0, 0.5, 1.5])
    let traffic = Traffic(TrafficRules(rate: RateLimit(perSecond: 1)), clock: clock)
    let request = HTTPRequest(url: try shopURL())
    for _ in 1...2 {
      let permit = try await traffic.permit(for: request, on: Course(), launch: Launch())
      traffic.leave(permit, .nothing, launch: Launch())
    }
    #expect(traffic.counts == (0, 0))
  }
}

/// Says these times, one after the other, and then the last one for good. Whoever sleeps on it
/// sleeps until it is cancelled.
private final class ScriptedClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    let elapsed: Duration

    func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
    func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
    static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
  }

  let minimumResolution = Duration.nanoseconds(1)
  private let times: Lock<[Double]>

  init(_ times: [Double]) {
    self.times = Lock(times)
  }

  var now: Instant {
    times.withLock { times in
      let time = times[0]
      if times.count > 1 { times.removeFirst() }
      return Instant(elapsed: .seconds(time))
    }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(for: .seconds(3600))
  }
}
