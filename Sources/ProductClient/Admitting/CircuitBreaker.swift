/// When a server that fails is left alone; see ``TrafficRules/breaker``.
///
/// Names that are not found, connections that fail, times that run out, broken answers and the
/// statuses 500, 502, 503 and 504 count as failures; what fails for want of memory or descriptors on
/// this machine, or for its configuration, does not count at all.
public struct BreakerRules: Hashable, Sendable {
  /// The share of failures, of recent exchanges with an origin, at which its circuit opens. 0.5.
  public var failureShare: Double
  /// How many exchanges there must have been: a share of few says nothing. 20.
  public var minimumExchanges: Int
  /// What counts as recent: an exchange that fails is judged by those that began within so long before
  /// it did. 10 s.
  public var window: Duration
  /// How long the circuit stays open before a probe may go. Doubles each time a probe fails. 5 s.
  public var openFor: Duration
  /// The longest it stays open. 60 s.
  public var longestOpen: Duration

  /// Creates rules; what is not given takes its default.
  public init(
    failureShare: Double = 0.5, minimumExchanges: Int = 20, window: Duration = .seconds(10),
    openFor: Duration = .seconds(5), longestOpen: Duration = .seconds(60)
  ) {
    self.failureShare = failureShare
    self.minimumExchanges = minimumExchanges
    self.window = window
    self.openFor = openFor
    self.longestOpen = longestOpen
  }
}

/// Stops asking a server that fails most of the time, and finds out when it is back. Pure.
///
/// A failure is judged by the exchanges that began within the window before it did. One that took
/// longer than six windows counts as if it had begun when it ended.
///
/// Names that are not found, connections that fail, times that run out, broken answers and the
/// statuses 500, 502, 503 and 504 are failures. Any other answer shows that the server is there. A
/// cancelled exchange says nothing, nor does one that failed for want of something on this machine.
struct CircuitBreaker: Sendable {
  private enum State: Sendable {
    /// All go. Exits: open. What was begun before the probe that closed it says nothing new.
    case closed(since: Moment?)
    /// None go. Exits: half open, when the time is over and somebody asks.
    case open(until: Moment, for: Duration)
    /// One goes, as a probe. Exits: closed, when it succeeds; open, when it fails; stays, free for
    /// another probe, when it was cancelled.
    case halfOpen(isProbing: Bool, openedFor: Duration)
  }

  enum Verdict: Hashable, Sendable {
    case pass
    /// Passes, and decides whether the circuit closes.
    case passAsProbe
    /// Indicates that the server is to be left alone, for so long yet.
    case refuse(Duration)
  }

  /// What became of an exchange, as far as it says something of the server.
  enum Outcome: Hashable, Sendable {
    case success, failure, unknown
  }

  private let rules: BreakerRules
  private let openFor: Duration
  private let longestOpen: Duration
  private var state = State.closed(since: nil)
  private var recent: RecentCounts

  init(_ rules: BreakerRules) {
    self.rules = rules
    openFor = rules.openFor.asWait
    longestOpen = max(openFor, rules.longestOpen.asWait)
    // An attempt may take longer than the window, and what began beside it is to be known still.
    recent = RecentCounts(window: rules.window, remembering: 6)
  }

  /// Whether it was open, and nobody has asked since it may let a probe through.
  func isForgotten(at now: Moment) -> Bool {
    if case .open(let until, _) = state { until <= now } else { false }
  }

  /// Whether all exchanges go.
  var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  /// Where it stands.
  var circuit: CircuitState {
    switch state {
    case .closed: .closed
    case .open: .open
    case .halfOpen: .halfOpen
    }
  }

  mutating func ask(at now: Moment) -> Verdict {
    switch state {
    case .closed:
      return .pass
    case .open(let until, let duration):
      guard now >= until else { return .refuse(until - now) }
      state = .halfOpen(isProbing: true, openedFor: duration)
      return .passAsProbe
    case .halfOpen(isProbing: false, let duration):
      state = .halfOpen(isProbing: true, openedFor: duration)
      return .passAsProbe
    case .halfOpen(isProbing: true, _):
      // The probe is on its way; how long it takes, nobody knows.
      return .refuse(.zero)
    }
  }

  /// Takes in what became of an exchange. Returns for how long that opened the circuit; nil: it did
  /// not.
  ///
  /// What was on its way when the circuit opened says nothing new, neither then nor when the circuit
  /// has closed again: only a probe counts.
  ///
  /// - Parameter begun: When the exchange was given its turn.
  mutating func note(
    _ outcome: Outcome, isProbe: Bool, begun: Moment, at now: Moment
  ) -> Duration? {
    switch state {
    case .closed(let since):
      guard outcome != .unknown, since.map({ begun >= $0 }) ?? true else { return nil }
      // Beside those that began when it did. What hangs is the last to end: counted then, it would be
      // alone where little else is asked any more, and the server seem worse than it is.
      let age = recent.add(first: outcome == .success, begun: begun, at: now)
      return outcome == .failure && isTooMuch(recent.window(before: age))
        ? open(at: now, for: openFor) : nil
    case .halfOpen(_, let duration) where isProbe:
      return end(ofProbe: outcome, openedFor: duration, at: now)
    case .halfOpen, .open:
      return nil
    }
  }

  private mutating func end(
    ofProbe outcome: Outcome, openedFor duration: Duration, at now: Moment
  ) -> Duration? {
    switch outcome {
    case .success:
      state = .closed(since: now)
      recent.clear()
    case .unknown:
      state = .halfOpen(isProbing: false, openedFor: duration)
    case .failure:
      return open(at: now, for: min(duration * 2, longestOpen))
    }
    return nil
  }

  private func isTooMuch(_ counts: (first: Int, second: Int)) -> Bool {
    let all = counts.first + counts.second
    return all >= rules.minimumExchanges
      && Double(counts.second) >= rules.failureShare * Double(all)
  }

  private mutating func open(at now: Moment, for duration: Duration) -> Duration {
    state = .open(until: now + duration, for: duration)
    recent.clear()
    return duration
  }
}
