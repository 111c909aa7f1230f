/// Which failures of an attempt are worth another, how many, and how long to wait between them.
///
/// The wait before retry *n* is drawn evenly from zero to `firstDelay` · 2ⁿ⁻¹, at most `longestDelay`
/// ("full jitter": whoever failed together does not come back together). Where the server says
/// `Retry-After`, that is waited first. No wait is begun that would end after the load's deadline,
/// and retries together stay within ``TrafficRules/retryShare``.
public struct RetryPolicy: Hashable, Sendable {
  /// A kind of failure after which another attempt may do better.
  public enum Cause: Hashable, Sendable, CaseIterable {
    /// ``LoadError/connect(_:)``, unless it is for the configuration: then another would fail, too.
    case connect
    /// ``LoadError/resolve(_:)``; not among the causes unless told: most names that are not found
    /// stay so.
    case resolve
    /// ``LoadError/timedOut(_:)``, of an attempt or a phase.
    case timedOut
    /// ``LoadError/transfer(_:)``: reset, cut short, malformed.
    case transfer
  }

  /// How many attempts may follow the first. 3 unless told; 0: none.
  public var maxRetries: Int
  /// Which failures are followed by another attempt.
  public var causes: Set<Cause>
  /// Which statuses are. Those that say that it is a matter of time: 408, 425, 429, 500, 502, 503
  /// and 504 unless told.
  public var statuses: Set<Int>
  /// The most that is waited before the first retry, unless the server says otherwise. 200 ms.
  public var firstDelay: Duration
  /// The most that is waited before any. 10 s.
  public var longestDelay: Duration
  /// The longest `Retry-After` that is waited for; a load that is told more fails at once, and its
  /// error says how long. 60 s.
  public var longestRetryAfter: Duration

  /// Creates a policy; what is not given takes its default.
  public init(
    maxRetries: Int = 3, causes: Set<Cause> = [.connect, .timedOut, .transfer],
    statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504],
    firstDelay: Duration = .milliseconds(200), longestDelay: Duration = .seconds(10),
    longestRetryAfter: Duration = .seconds(60)
  ) {
    self.maxRetries = maxRetries
    self.causes = causes
    self.statuses = statuses
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.longestRetryAfter = longestRetryAfter
  }

  /// One attempt, whatever becomes of it.
  public static let never = RetryPolicy(maxRetries: 0)
}

extension RetryPolicy {
  /// Whether a response with this status counts as a failure that another attempt may mend.
  func isRetriable(status: Int) -> Bool {
    statuses.contains(status)
  }

  /// Whether another attempt may mend the failure.
  func isRetriable(_ error: LoadError) -> Bool {
    if error.failure?.localFault == .lasting { return false }
    return switch error {
    case .connect: causes.contains(.connect)
    case .resolve: causes.contains(.resolve)
    case .timedOut: causes.contains(.timedOut)
    case .transfer: causes.contains(.transfer)
    default: false
    }
  }

  /// The most that is waited before the retry, without the server's say. The first is number 1.
  func backoff(beforeRetry retry: Int) -> Duration {
    let longest = longestDelay.asWait
    var delay = firstDelay.asWait
    var doublings = retry - 1
    while doublings > 0, delay > .zero, delay < longest {
      delay *= 2
      doublings -= 1
    }
    return min(delay, longest)
  }
}

/// What follows an attempt that failed in a way that another may mend. Pure.
enum RetryDecision: Hashable, Sendable {
  /// Indicates that another attempt is to follow after so long, if the budget has room for it.
  case retry(after: Duration)
  /// Indicates that this was the last, and why no other follows.
  case stop(Reason)

  enum Reason: Hashable, Sendable {
    case noRetriesLeft
    case retryAfterTooLong
    case deadlineTooNear
  }

  /// - Parameters:
  ///   - attempt: The one that failed, counted from 1.
  ///   - retryAfter: What the server asked for, if anything.
  ///   - deadline: When nobody waits any more; nil: never.
  ///   - draw: A random number, evenly distributed over all of its values.
  static func after(
    attempt: Int, retryAfter: Duration?, policy: RetryPolicy, now: Moment, deadline: Moment?,
    draw: UInt64
  ) -> RetryDecision {
    guard attempt <= policy.maxRetries else { return .stop(.noRetriesLeft) }
    let asked = (retryAfter ?? .zero).asWait
    guard asked <= max(.zero, policy.longestRetryAfter) else { return .stop(.retryAfterTooLong) }
    let wait = asked + policy.backoff(beforeRetry: attempt).fraction(draw)
    // A wait that ends when nobody waits any more would only put the bad news off.
    if let deadline, now + wait >= deadline { return .stop(.deadlineTooNear) }
    return .retry(after: wait)
  }
}

extension Duration {
  /// The share of it that the number is of all 64-bit numbers.
  fileprivate func fraction(_ draw: UInt64) -> Duration {
    self * (Double(draw >> 11) * 0x1p-53)
  }
}
