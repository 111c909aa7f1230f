/// What is known of a failed load.
public struct LoadFailure: Hashable, Sendable {
  private struct Facts: Hashable, Sendable {
    var url: String
    var reason: String
    var attempts: Int
    var exchange: ExchangeMetrics?
    var retryAfter: Duration?
    var earlier: [FailedAttempt]
    var localFault: LocalFault?
  }

  private var facts: Boxed<Facts>

  /// The URL that was asked, redacted: no user information, query values replaced.
  public var url: String {
    get { facts.value.url }
    set { facts.value.url = newValue }
  }
  /// What happened, in words; libcurl's own where they are its own.
  public var reason: String {
    get { facts.value.reason }
    set { facts.value.reason = newValue }
  }
  /// How many attempts were made. 0: it failed before the first. One that still waited for a
  /// credential, or for its turn, is none.
  public var attempts: Int {
    get { facts.value.attempts }
    set { facts.value.attempts = newValue }
  }
  /// The numbers of the last attempt, as far as it came.
  public var exchange: ExchangeMetrics? {
    get { facts.value.exchange }
    set { facts.value.exchange = newValue }
  }
  /// When asking again may be worth while: what the server said, or when the circuit lets a probe
  /// through. nil: nothing is known.
  public var retryAfter: Duration? {
    get { facts.value.retryAfter }
    set { facts.value.retryAfter = newValue }
  }
  /// The attempts before the last, in order, and what became of each.
  public var earlier: [FailedAttempt] {
    get { facts.value.earlier }
    set { facts.value.earlier = newValue }
  }
  /// Whether it failed for this machine itself, and for how long; nil: not for that.
  var localFault: LocalFault? {
    get { facts.value.localFault }
    set { facts.value.localFault = newValue }
  }

  /// What no server had a say in: it does not count against one.
  enum LocalFault: Hashable, Sendable {
    /// Something was short, such as memory or descriptors, and may be there again in a moment.
    case passing
    /// What the configuration asks for cannot be done: another attempt would fail as well.
    case lasting
  }

  /// Creates a failure. Both texts may come from outside: what steers a terminal is escaped in
  /// them, and what is longer than a thousand characters is cut.
  public init(
    url: String, reason: String, attempts: Int = 1, exchange: ExchangeMetrics? = nil,
    retryAfter: Duration? = nil, earlier: [FailedAttempt] = []
  ) {
    facts = Boxed(
      Facts(
        url: Self.shown(url), reason: Self.shown(reason), attempts: attempts, exchange: exchange,
        retryAfter: retryAfter, earlier: earlier))
  }

  private static func shown(_ text: String) -> String {
    JSONEscaping.escapingInvisible(text.cut(toScalars: 1000))
  }
}

extension LoadFailure: CustomReflectable {
  /// What is known.
  public var customMirror: Mirror { Mirror(reflecting: facts.value) }
}

extension String {
  /// The text, or its beginning and `…`. Counted in Unicode scalars: one character as a person
  /// counts them may be a million of those.
  func cut(toScalars limit: Int) -> String {
    let start = unicodeScalars.prefix(limit)
    return start.endIndex == unicodeScalars.endIndex ? self : String(start) + "…"
  }
}

/// An attempt that failed, and was followed by another.
public struct FailedAttempt: Hashable, Sendable {
  /// The code of what it failed with; see ``LoadError/code``.
  public var code: String
  /// What happened, in words.
  public var reason: String
  /// How long the load then waited before it tried again.
  public var wait: Duration

  /// Creates a failed attempt.
  public init(code: String, reason: String, wait: Duration = .zero) {
    self.code = code
    self.reason = reason
    self.wait = wait
  }
}
