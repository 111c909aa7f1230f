/// A point in time on a ``LoadClock``: how long after the clock's start it lies.
///
/// Every decision that depends on time takes one as an argument.
struct Moment: Comparable, Hashable, Sendable {
  let elapsed: Duration

  static func < (left: Moment, right: Moment) -> Bool { left.elapsed < right.elapsed }

  static func - (left: Moment, right: Moment) -> Duration { left.elapsed - right.elapsed }

  static func + (left: Moment, right: Duration) -> Moment {
    // `Duration` traps where it overflows; a caller may ask for as long as there is.
    let (sum, overflows) = left.elapsed.attoseconds.addingReportingOverflow(right.attoseconds)
    return Moment(elapsed: Duration(attoseconds: overflows ? .max : sum))
  }
}

/// What moments are read off, and waits are slept on.
struct LoadClock: Sendable {
  let now: @Sendable () -> Moment
  /// Throws `CancellationError` when the task is cancelled first.
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: any Clock<Duration>) {
    self = clock is ContinuousClock ? .continuous : LoadClock(opening: clock)
  }

  private init<Some: Clock>(opening clock: Some) where Some.Duration == Duration {
    let start = clock.now
    now = { Moment(elapsed: start.duration(to: clock.now)) }
    sleep = { try await clock.sleep(for: $0) }
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
      sleep: { try await ContinuousClock().sleep(for: $0) })
  }()
}
