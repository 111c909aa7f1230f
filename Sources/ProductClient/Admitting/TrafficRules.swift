/// What loads keep to, together, towards the servers they ask. Each holds for one origin (scheme,
/// host and port), but for ``maxInFlight``.
public struct TrafficRules: Hashable, Sendable {
  /// How many exchanges are under way at once, in all. 256.
  public var maxInFlight: Int
  /// How many are with one origin. 64.
  public var maxInFlightPerOrigin: Int
  /// How often an origin is asked; nil: as often as need be.
  public var rate: RateLimit?
  /// When an origin that fails is left alone; nil: never.
  public var breaker: BreakerRules?
  /// How many retries and hedges each first attempt pays for, within ten seconds; there is
  /// ``retryReserve`` on top. 0.2.
  public var retryShare: Double
  /// Retries within ten seconds that are allowed whatever the share: who does little may still
  /// retry. 50.
  public var retryReserve: Int
  /// Whether what a server says of its limits holds for all loads from it: `RateLimit` and
  /// `RateLimit-Policy`, and `Retry-After` with status 429. On unless told. How far it goes,
  /// ``longestPause`` and ``longestPauseWait`` say.
  public var heedsServerLimits: Bool
  /// The longest a server can have itself left alone by its own word: after that it is asked again,
  /// whatever it said. 1 hour.
  public var longestPause: Duration
  /// The longest that exchanges are held back by a server's word. Where more is left of it, they are
  /// refused at once, with ``LoadError/circuitOpen(_:)``, which says for how long. 60 s; zero: none is
  /// held back.
  public var longestPauseWait: Duration

  /// Creates rules; what is not given takes its default.
  public init(
    maxInFlight: Int = 256, maxInFlightPerOrigin: Int = 64, rate: RateLimit? = nil,
    breaker: BreakerRules? = BreakerRules(), retryShare: Double = 0.2, retryReserve: Int = 50,
    heedsServerLimits: Bool = true, longestPause: Duration = .seconds(3600),
    longestPauseWait: Duration = .seconds(60)
  ) {
    self.maxInFlight = maxInFlight
    self.maxInFlightPerOrigin = maxInFlightPerOrigin
    self.rate = rate
    self.breaker = breaker
    self.retryShare = retryShare
    self.retryReserve = retryReserve
    self.heedsServerLimits = heedsServerLimits
    self.longestPause = longestPause
    self.longestPauseWait = longestPauseWait
  }
}
