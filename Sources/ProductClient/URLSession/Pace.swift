/// Whether an exchange moves fast enough: at least so many bytes a second, over each stretch of its
/// time for a stall. Pure.
///
/// A stretch ends as soon as it has the bytes it needs, and the next begins then; so one without
/// them has lasted too long, whatever came before it.
struct Pace: Hashable, Sendable {
  private let stall: Duration
  private let needed: Double
  private var start: ContinuousClock.Instant
  private var bytes = 0

  init(_ timeouts: ExchangeTimeouts, from start: ContinuousClock.Instant) {
    stall = timeouts.stall
    // At least one: an exchange with a stall below a second does not move by moving nothing.
    needed = max(1, Double(max(1, timeouts.stallBytesPerSecond)) * (timeouts.stall / .seconds(1)))
    self.start = start
  }

  /// Begins a stretch, whatever the one before has come to.
  mutating func restart(at now: ContinuousClock.Instant) {
    start = now
    bytes = 0
  }

  /// Counts bytes that came.
  mutating func move(_ count: Int, at now: ContinuousClock.Instant) {
    bytes += count
    if Double(bytes) >= needed { restart(at: now) }
  }

  /// How long until it has stalled, if nothing more comes; zero or less: it has.
  func untilStalled(at now: ContinuousClock.Instant) -> Duration {
    // Subtracted, never added to an instant: a duration may be as long as it likes.
    stall - (now - start)
  }
}
