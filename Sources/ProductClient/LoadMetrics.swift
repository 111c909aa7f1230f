/// The numbers of one load, from the call to its settled result.
public struct LoadMetrics: Hashable, Sendable {
  /// How many attempts were made, one that goes on when the load is cancelled or runs out of time
  /// among them. 0: the load ended before the first sent anything.
  public var attempts: Int
  /// The status of the last answer; nil when there was none.
  public var status: Int?
  /// The last exchange with the server; nil when there was none, or it was cancelled.
  public var exchange: ExchangeMetrics?
  /// How long the body took to decode; nil when it did not come to that.
  public var decoding: Duration?
  /// Whether the exchange had been begun for another load that asked for the same.
  public var isShared: Bool
  /// Whether there was a second exchange because the first took long, and which one the answer is
  /// of; nil: there was none.
  public var hedge: Hedge?
  /// The URLs that redirected, redacted, in order; the first one asked is among them. Empty without
  /// redirects.
  public var redirects: [String]
  /// Where the redirects led, redacted; nil without redirects.
  public var finalURL: String?
  /// From the start of the load to its settled result. The wait on the result queue comes after.
  public var total: Duration

  /// Creates metrics; all of it is for tests and for transports of one's own.
  public init(
    attempts: Int = 0, status: Int? = nil, exchange: ExchangeMetrics? = nil,
    decoding: Duration? = nil, isShared: Bool = false, hedge: Hedge? = nil,
    redirects: [String] = [], finalURL: String? = nil, total: Duration = .zero
  ) {
    self.attempts = attempts
    self.status = status
    self.exchange = exchange
    self.decoding = decoding
    self.isShared = isShared
    self.hedge = hedge
    self.redirects = redirects
    self.finalURL = finalURL
    self.total = total
  }
}
