/// When a server that fails is left alone; see ``TrafficRules/breaker``.
public struct BreakerRules: Hashable, Sendable {
  /// The share of failures, of recent exchanges with an origin, at which its circuit opens. 0.5.
  public var failureShare: Double
  /// How many exchanges there must have been: a share of few says nothing. 20.
  public var minimumExchanges: Int
  /// What counts as recent. 10 s.
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
/// Connections that fail, times that run out, broken answers and the statuses 500, 502, 503 and 504
/// are failures. Any other answer shows that the server is there; a cancelled exchange says nothing.
struct CircuitBreaker: Sendable {
  private enum State: Sendable {
    /// All go. Exits: open.
    case closed
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
  private var state = State.closed
  private var recent: RecentCounts

  init(_ rules: BreakerRules) {
    self.rules = rules
    recent = RecentCounts(window: rules.window)
  }

  /// Whether exchanges are refused, or were until somebody asks.
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

  /// Returns whether this opened the circuit.
  ///
  /// What was on its way when the circuit opened says nothing new: only a probe counts until then.
  mutating func note(_ outcome: Outcome, isProbe: Bool, at now: Moment) -> Bool {
    switch (state, outcome) {
    case (.closed, .unknown):
      return false
    case (.closed, _):
      recent.add(first: outcome == .success, at: now)
      guard outcome == .failure, isOverThreshold else { return false }
      open(at: now, for: rules.openFor)
      return true
    case (.halfOpen(_, let duration), .failure) where isProbe:
      open(at: now, for: min(duration * 2, max(rules.longestOpen, rules.openFor)))
      return true
    case (.halfOpen, .success) where isProbe:
      state = .closed
      recent.clear()
      return false
    case (.halfOpen(_, let duration), .unknown) where isProbe:
      state = .halfOpen(isProbing: false, openedFor: duration)
      return false
    default:
      return false
    }
  }

  private var isOverThreshold: Bool {
    let all = recent.first + recent.second
    return all >= rules.minimumExchanges
      && Double(recent.second) >= rules.failureShare * Double(all)
  }

  private mutating func open(at now: Moment, for duration: Duration) {
    state = .open(until: now + duration, for: duration)
    recent.clear()
  }
}
