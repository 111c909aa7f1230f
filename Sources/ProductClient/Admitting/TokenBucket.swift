/// How often an origin may be asked: see ``TrafficRules/rate``.
public struct RateLimit: Hashable, Sendable {
  /// How many exchanges a second, over time.
  public var perSecond: Double
  /// How many may go at once after a quiet time. At least 1.
  public var burst: Int

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - perSecond: How many exchanges a second; a tenth is one every ten seconds. Zero or less
  ///     counts as one in ten years.
  ///   - burst: How many may go at once after a quiet time. 1 unless told: evenly spaced.
  public init(perSecond: Double, burst: Int = 1) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// A bucket that fills at a steady rate up to its brim; each exchange takes a token. Pure.
struct TokenBucket: Sendable {
  private let perSecond: Double
  private let brim: Double
  private var tokens: Double
  private var filled: Moment?

  init(_ limit: RateLimit) {
    let slowest = 3e-9
    perSecond = limit.perSecond > slowest ? min(limit.perSecond, 1e9) : slowest
    brim = Double(max(1, limit.burst))
    tokens = brim
  }

  /// How long until there is a token; zero when there is one.
  mutating func wait(at now: Moment) -> Duration {
    fill(at: now)
    // A hair's breadth is a whole one: or a wait computed from the rest might never be enough.
    return tokens >= 1 - 1e-9 ? .zero : .seconds((1 - tokens) / perSecond)
  }

  /// Whether it holds as much as a new one.
  mutating func isFull(at now: Moment) -> Bool {
    fill(at: now)
    return tokens >= brim - 1e-9
  }

  /// Takes one. Only where ``wait(at:)`` was zero.
  mutating func take() {
    tokens -= 1
  }

  private mutating func fill(at now: Moment) {
    if let filled, now > filled {
      tokens = min(brim, tokens + perSecond * ((now - filled) / .seconds(1)))
    }
    filled = max(filled ?? now, now)
  }
}
