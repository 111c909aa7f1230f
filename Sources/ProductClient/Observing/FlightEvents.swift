/// A wait for the turn to ask a server; see ``TrafficRules``.
public struct ObservedWait: Hashable, Sendable {
  /// The attempt that waits.
  public var attempt: ObservedAttempt
  /// Whom it is to ask: `scheme://host`, or `scheme://host:port`.
  public var origin: String

  /// Creates a wait, for tests.
  ///
  /// - Parameters:
  ///   - attempt: The attempt that waits.
  ///   - origin: Whom it is to ask.
  public init(attempt: ObservedAttempt, origin: String) {
    self.attempt = attempt
    self.origin = origin
  }
}

/// How a wait ended: with its turn, or with an error.
public struct WaitEnd: Hashable, Sendable {
  /// The ``LoadError/code`` of the error; nil when its turn came.
  public var code: String?
  /// How long it took, on the clock of the loader's ``Traffic``.
  public var duration: Duration

  /// Creates an end, for tests.
  ///
  /// - Parameters:
  ///   - code: The code of the error.
  ///   - duration: How long it took.
  public init(code: String? = nil, duration: Duration = .zero) {
    self.code = code
    self.duration = duration
  }
}

/// An attempt failed, and another is to follow.
public struct ScheduledRetry: Hashable, Sendable {
  /// The attempt that failed.
  public var attempt: ObservedAttempt
  /// What it failed with; see ``LoadError/code``.
  public var code: String
  /// How long the load waits before it tries again.
  public var wait: Duration

  /// Creates a retry, for tests.
  ///
  /// - Parameters:
  ///   - attempt: The attempt that failed.
  ///   - code: What it failed with.
  ///   - wait: How long the load waits before it tries again.
  public init(attempt: ObservedAttempt, code: String, wait: Duration) {
    self.attempt = attempt
    self.code = code
    self.wait = wait
  }
}

/// A server said to ask elsewhere, and that is to follow.
public struct FollowedRedirect: Hashable, Sendable {
  /// The attempt that is redirected.
  public var attempt: ObservedAttempt
  /// The status that redirected.
  public var status: Int
  /// What redirected, redacted.
  public var from: String
  /// Where it leads, redacted.
  public var to: String

  /// Creates a redirect, for tests.
  ///
  /// - Parameters:
  ///   - attempt: The attempt that is redirected.
  ///   - status: The status that redirected.
  ///   - from: What redirected, redacted.
  ///   - to: Where it leads, redacted.
  public init(attempt: ObservedAttempt, status: Int, from: String, to: String) {
    self.attempt = attempt
    self.status = status
    self.from = from
    self.to = to
  }
}

/// Where the circuit of an origin stands; see ``BreakerRules``.
public enum CircuitState: String, Hashable, Sendable {
  /// All exchanges go.
  case closed
  /// None goes.
  case open
  /// One goes, to find out whether the server is back.
  case halfOpen
}
