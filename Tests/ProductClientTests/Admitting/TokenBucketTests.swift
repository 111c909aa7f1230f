import Testing

@testable import ProductClient

/// A rate is kept to, exactly and over time.
@Suite(.timeLimit(.minutes(1)))
struct TokenBucketTests {
  /// When each of so many exchanges goes, that all want to go at once; in milliseconds.
  private static func times(of count: Int, _ limit: RateLimit) -> [Int] {
    var bucket = TokenBucket(limit)
    var now = Moment.start
    return (0..<count).map { _ in
      now = now + bucket.wait(at: now)
      #expect(bucket.wait(at: now) == .zero)
      bucket.take()
      return Int((now.elapsed / .milliseconds(1)).rounded())
    }
  }

  @Test(arguments: [
    (RateLimit(perSecond: 10), [0, 100, 200, 300]),
    (RateLimit(perSecond: 3), [0, 333, 667, 1000]),
    (RateLimit(perSecond: 0.1), [0, 10_000, 20_000, 30_000]),
    (RateLimit(perSecond: 10, burst: 3), [0, 0, 0, 100, 200]),
    (RateLimit(perSecond: 10, burst: 0), [0, 100]),
    (RateLimit(perSecond: 10, burst: .min), [0, 100]),
    (RateLimit(perSecond: 10, burst: .max), [0, 0, 0, 0]),
    (RateLimit(perSecond: .infinity), [0, 0, 0]),
    (RateLimit(perSecond: .greatestFiniteMagnitude), [0, 0, 0]),
    (RateLimit(perSecond: 1 / 86_400), [0, 86_400_000]),
  ])
  func exchangesAreSpaced(_ limit: RateLimit, _ times: [Int]) {
    #expect(Self.times(of: times.count, limit) == times)
  }

  @Test(arguments: [0, -1, -Double.infinity, .nan, .leastNonzeroMagnitude])
  func aRateThatIsNoneIsOneInTenYears(_ perSecond: Double) {
    let times = Self.times(of: 2, RateLimit(perSecond: perSecond))
    #expect(times[0] == 0)
    #expect((10...11) ~= times[1] / 1000 / 31_536_000)
  }

  @Test func aQuietTimeFillsItToTheBrimAndNoFurther() {
    var bucket = TokenBucket(RateLimit(perSecond: 1, burst: 2))
    for _ in 1...2 { bucket.take() }
    #expect(bucket.wait(at: .at(0)) == .seconds(1))
    #expect([1, 2].map { bucket.isFull(at: .at($0)) } == [false, true])
    #expect([1000].map { bucket.isFull(at: .at($0)) } == [true])
    for _ in 1...2 { bucket.take() }
    #expect(bucket.wait(at: .at(1000)) == .seconds(1))
  }

  @Test func aClockThatStandsOrGoesBackFillsNothing() {
    var bucket = TokenBucket(RateLimit(perSecond: 1))
    #expect(bucket.wait(at: .at(10)) == .zero)
    bucket.take()
    for time in [10, 0, -10] { #expect(bucket.wait(at: .at(time)) == .seconds(1)) }
    #expect(bucket.wait(at: .at(11)) == .zero)
    #expect(bucket.wait(at: Moment(elapsed: .longest)) == .zero)
  }
}
