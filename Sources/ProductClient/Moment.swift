/// A point in time on a ``LoadClock``: how long after the clock's start it lies.
///
/// Every decision that depends on time takes one as an argument.
struct Moment: Comparable, Hashable, Sendable {
  let elapsed: Duration

  static func < (left: Moment, right: Moment) -> Bool { left.elapsed < right.elapsed }

  /// The time between the two; where that is more than a `Duration` holds, the longest there is.
  static func - (left: Moment, right: Moment) -> Duration {
    left.elapsed.saturated(right.elapsed, Int128.subtractingReportingOverflow)
  }

  /// The moment so much later; where there is none, the last one.
  static func + (left: Moment, right: Duration) -> Moment {
    Moment(elapsed: left.elapsed.saturated(right, Int128.addingReportingOverflow))
  }
}

extension Duration {
  /// As long as anybody waits. Sums and multiples of waits that are within it cannot overflow, where
  /// `Duration` would trap.
  static let century = Duration.seconds(3_155_760_000)

  /// The same, but no less than nothing and no more than a century: what a wait is that somebody
  /// sets, or a server asks for.
  var asWait: Duration { min(max(self, .zero), .century) }

  fileprivate func saturated(
    _ other: Duration, _ step: (Int128) -> (Int128) -> (partialValue: Int128, overflow: Bool)
  ) -> Duration {
    let (result, overflows) = step(attoseconds)(other.attoseconds)
    // Only where the first points the same way as the result does an overflow happen.
    return Duration(attoseconds: !overflows ? result : attoseconds < 0 ? .min : .max)
  }
}

/// What moments are read off, and waits are slept on.
struct LoadClock: Sendable {
  private struct Other: Sendable {
    let now: @Sendable () -> Moment
    let sleep: @Sendable (Duration) async throws -> Void
  }

  /// nil: it is the continuous one, which is read without a detour, since every load pays for that.
  private let other: Other?
  private static let start = ContinuousClock.now

  init(_ clock: any Clock<Duration>) {
    other = clock is ContinuousClock ? nil : Self.opened(clock)
  }

  private static func opened<Some: Clock>(_ clock: Some) -> Other where Some.Duration == Duration {
    let start = clock.now
    return Other(
      now: { Moment(elapsed: start.duration(to: clock.now)) },
      sleep: { try await clock.sleep(for: $0) })
  }

  func now() -> Moment {
    other?.now() ?? Moment(elapsed: Self.start.duration(to: .now))
  }

  /// Throws `CancellationError` when the task is cancelled first. Sleeps no longer than a century.
  func sleep(_ duration: Duration) async throws {
    guard let other else { return try await ContinuousClock().sleep(for: duration.asWait) }
    try await other.sleep(duration.asWait)
  }
}
