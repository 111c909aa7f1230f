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
  let now: @Sendable () -> Moment
  /// Throws `CancellationError` when the task is cancelled first. Sleeps no longer than a century.
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: any Clock<Duration>) {
    self = clock is ContinuousClock ? .continuous : LoadClock(opening: clock)
  }

  private init<Some: Clock>(opening clock: Some) where Some.Duration == Duration {
    let start = clock.now
    now = { Moment(elapsed: start.duration(to: clock.now)) }
    sleep = { try await clock.sleep(for: $0.asWait) }
  }

  private init(
    now: @escaping @Sendable () -> Moment,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// Without the detour through a witness table, which every load would pay for.
  private static let continuous = {
    let start = ContinuousClock.now
    return LoadClock(
      now: { Moment(elapsed: start.duration(to: .now)) },
      sleep: { try await ContinuousClock().sleep(for: $0.asWait) })
  }()
}
