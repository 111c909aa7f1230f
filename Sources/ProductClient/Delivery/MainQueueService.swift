/// Whether the main queue is being served, as far as results tell. Pure: each step returns what to do.
///
/// It is asked with a heartbeat, put there right before a result: a serial queue that has not run
/// the heartbeat has not run that result either, nor any that came after. There is never more
/// than one heartbeat on the queue, nor more than one timer.
enum MainQueueService: Equatable, Sendable {
  typealias Instant = SuspendingClock.Instant

  /// How long a result waits before somebody is told.
  static let patience: Duration = .seconds(2)

  /// Nothing is asked, and no timer runs. Exits: asked.
  case idle
  /// The heartbeat is on the queue since then, with so many results behind it; the timer runs.
  /// Exits: answered, warned.
  case asked(since: Instant, results: Int)
  /// The heartbeat ran; the timer still runs, which spares the next result one. Exits: asked, idle.
  case answered
  /// It was said once, which is enough. No exits.
  case warned

  enum Action: Equatable, Sendable {
    /// Indicates that there is nothing to do.
    case nothing
    /// Indicates that the heartbeat is to be put on the queue, before the result.
    case putHeartbeat
    /// The same, and that the timer is to be started.
    case putHeartbeatAndStartTimer(Duration)
    /// Indicates that it is too early to tell: the timer is to be started again.
    case startTimer(Duration)
    /// Indicates that nobody serves the queue, where so many results wait.
    case warn(results: Int)
  }

  /// A result is about to be put on the queue. The time is asked for only where it is needed.
  mutating func resultComes(at now: @autoclosure () -> Instant) -> Action {
    switch self {
    case .idle:
      self = .asked(since: now(), results: 1)
      return .putHeartbeatAndStartTimer(Self.patience)
    case .answered:
      self = .asked(since: now(), results: 1)
      return .putHeartbeat
    case .asked(let since, let results):
      self = .asked(since: since, results: results + 1)
      return .nothing
    case .warned:
      return .nothing
    }
  }

  /// The queue ran the heartbeat, and so was served.
  mutating func heartbeatRan() {
    if case .asked = self { self = .answered }
  }

  mutating func timerFired(at now: Instant) -> Action {
    switch self {
    case .asked(let since, let results):
      return look(at: now, since: since, results: results)
    case .answered:
      self = .idle
      return .nothing
    case .idle, .warned:
      return .nothing
    }
  }

  private mutating func look(at now: Instant, since: Instant, results: Int) -> Action {
    let waited = since.duration(to: now)
    // The timer was started for an earlier heartbeat.
    if waited < Self.patience { return .startTimer(Self.patience - waited) }
    // A timer that is so late stood still with the whole process, as at a breakpoint: the queue
    // had no more time to run than the timer.
    if waited >= Self.patience * 2 {
      self = .asked(since: now, results: results)
      return .startTimer(Self.patience)
    }
    self = .warned
    return .warn(results: results)
  }
}
