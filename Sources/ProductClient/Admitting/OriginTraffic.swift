/// What is known of one origin, and who waits for it. Pure.
struct OriginTraffic: Sendable {
  /// How many exchanges are under way.
  private(set) var inFlight = 0
  var line = PriorityLine()
  var breaker: CircuitBreaker?
  var budget: RetryBudget
  private(set) var latencies = LatencyWindow()
  /// When it was last given a turn, in turns: whoever had none for longest comes first.
  private(set) var lastTurn = 0

  private let maxInFlight: Int
  private let longestPause: Duration
  private var bucket: TokenBucket?
  /// Until when the server asked to be left alone.
  private var pausedUntil: Moment?
  private var quota: (remaining: Int, until: Moment)?

  init(_ rules: TrafficRules) {
    maxInFlight = max(1, rules.maxInFlightPerOrigin)
    longestPause = rules.longestPause.asWait
    breaker = rules.breaker.map(CircuitBreaker.init)
    budget = RetryBudget(share: rules.retryShare, reserve: rules.retryReserve)
    bucket = rules.rate.map(TokenBucket.init)
  }

  enum Gate: Hashable, Sendable {
    case open
    /// Indicates that an exchange has to end first.
    case full
    /// Indicates that nothing but time opens it, at this moment at the earliest.
    case shut(until: Moment)
  }

  /// What keeps an exchange from beginning now.
  mutating func gate(at now: Moment) -> Gate {
    if let until = opening(after: now) { return .shut(until: until) }
    return inFlight < maxInFlight ? .open : .full
  }

  /// When time alone lets the next one go; nil when it does already.
  private mutating func opening(after now: Moment) -> Moment? {
    let wait = bucket?.wait(at: now) ?? .zero
    guard let told = serverOpening(after: now) else { return wait > .zero ? now + wait : nil }
    return max(told, now + wait)
  }

  /// When the server lets the next one go, by its own word; nil when it does already.
  mutating func serverOpening(after now: Moment) -> Moment? {
    if let until = pausedUntil, until <= now { pausedUntil = nil }
    if let until = quota?.until, until <= now { quota = nil }
    guard let quota, quota.remaining <= 0 else { return pausedUntil }
    return max(quota.until, pausedUntil ?? quota.until)
  }

  /// An exchange begins.
  mutating func begin(turn: Int) {
    inFlight += 1
    lastTurn = turn
    bucket?.take()
    quota?.remaining -= 1
  }

  /// An exchange ended, having taken so long; nil when it says nothing of the server.
  mutating func end(after latency: Duration?) {
    inFlight -= 1
    if let latency { latencies.note(latency) }
  }

  /// The server asks to be left alone for so long.
  mutating func pause(_ duration: Duration, at now: Moment) {
    pausedUntil = max(pausedUntil ?? now, now + min(duration.asWait, longestPause))
  }

  /// The server says what it still answers. What is under way, it may not have counted yet.
  mutating func heed(_ told: ServerQuota, at now: Moment) {
    quota = (told.remaining - inFlight, now + min(told.reset.asWait, longestPause))
  }

  /// An exchange took at least so long, which its own end does not tell.
  mutating func noteLatency(_ latency: Duration) {
    latencies.note(latency)
  }

  /// Whether to forget it would change nothing but what is recent.
  mutating func isIdle(at now: Moment) -> Bool {
    inFlight == 0 && line.isEmpty
      && (breaker.map { $0.isClosed || $0.isForgotten(at: now) } ?? true)
      && (pausedUntil ?? now) <= now
      && (quota?.until ?? now) <= now && bucket?.isFull(at: now) != false
  }
}
