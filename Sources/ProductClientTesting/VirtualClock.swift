/// A clock for tests: time passes when the test says so, and never by itself.
///
/// <!-- snippet: virtual clock -->
/// ```swift
/// let clock = VirtualClock()
/// async let result = load(clock: clock)
/// try await clock.waitForSleepers(count: 1)
/// clock.advance(by: .seconds(30))
/// ```
public final class VirtualClock: Clock, Sendable {
  /// A moment of a virtual clock. Moments of two clocks are not to be compared.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let elapsed: Duration

    /// The moment that is so much later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(elapsed: elapsed + duration)
    }

    /// How much later the other moment is.
    public func duration(to other: Instant) -> Duration {
      other.elapsed - elapsed
    }

    /// Whether the one moment comes before the other.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.elapsed < right.elapsed
    }
  }

  private struct Time {
    var now = Instant(elapsed: .zero)
    /// Who sleeps until when. A sleeper is gone from here as soon as it is woken, not when it runs
    /// again: whoever waits for the next sleeper must not find the last one.
    var sleepers: [Int: Instant] = [:]
    var nextID = 0

    mutating func advance(by duration: Duration) {
      now = now.advanced(by: duration)
      sleepers = sleepers.filter { $0.value > now }
    }

    mutating func addSleeper(until deadline: Instant) -> Int? {
      guard deadline > now else { return nil }
      nextID += 1
      sleepers[nextID] = deadline
      return nextID
    }
  }

  private let time = Observed(Time())

  /// Creates a clock that stands at its beginning.
  public init() {}

  /// What time it is.
  public var now: Instant { time.value.now }

  /// Nothing is too short to be told apart.
  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep on the clock now.
  public var sleepers: Int { time.value.sleepers.count }

  /// Lets the time pass, and wakes every task whose time has come.
  ///
  /// The tasks run when they get their turn, some time after this returns. One that goes to sleep
  /// again counts from the time that it is then: to walk through several pauses, wait for the
  /// sleeper and advance, pause after pause.
  public func advance(by duration: Duration) {
    time.update { $0.advance(by: duration) }
  }

  /// Sleeps until the clock has been advanced to the deadline.
  ///
  /// Throws `CancellationError` promptly when the task is cancelled. The tolerance is ignored.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    guard let id = time.update({ $0.addSleeper(until: deadline) }) else { return }
    defer { _ = time.update { $0.sleepers.removeValue(forKey: id) } }
    try await time.wait { $0.sleepers[id] == nil }
  }

  /// Returns when at least so many tasks sleep on the clock.
  ///
  /// Throws `CancellationError` when the task is cancelled first.
  public func waitForSleepers(count: Int) async throws {
    try await time.wait { $0.sleepers.count >= count }
  }
}
