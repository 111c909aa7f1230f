import TestSupport
import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// A second exchange is begun where the first takes long, and the better one counts.
@Suite(.timeLimit(.minutes(1)))
struct HedgingTests {
  private static func shop(
    _ first: FixtureReply, _ second: FixtureReply, hedging: HedgePolicy = .after(.seconds(1)),
    retries: RetryPolicy = .never, rules: TrafficRules = TrafficRules()
  ) throws -> PolicyShop {
    try PolicyShop(.inTurn(first, second), retries: retries, hedging: hedging, rules: rules)
  }

  @Test func aFastFirstIsAlone() async throws {
    let shop = try Self.shop(.lamp, .lamp)
    let outcome = await shop.load()
    #expect(outcome.result.code == "ok")
    #expect(outcome.metrics.hedge == nil)
    #expect(shop.transport.requestCount == 1)
    #expect(shop.clock.sleepers == 0)
  }

  @Test func theSecondWins() async throws {
    let shop = try Self.shop(
      .product("1", named: "Slow").delayed(.seconds(9)), .product("1", named: "Fast"))
    let load = shop.begin()
    try await shop.pass(.seconds(1), sleepers: 2)
    let outcome = await load.value
    #expect(outcome.result.model?.name == "Fast")
    #expect(outcome.metrics.hedge == .won)
    #expect(outcome.metrics.attempts == 1)
    // The loser is cancelled, and gave its place back.
    #expect(shop.traffic.counts == (0, 0))
    #expect(shop.clock.sleepers == 0)
  }

  @Test func theSecondLoses() async throws {
    let shop = try Self.shop(
      .product("1", named: "First").delayed(.seconds(2)),
      .product("1", named: "Second").delayed(.seconds(9)))
    let load = shop.begin()
    try await shop.pass(.seconds(1), sleepers: 2)
    try await shop.pass(.seconds(1), sleepers: 2)
    let outcome = await load.value
    #expect(outcome.result.model?.name == "First")
    #expect(outcome.metrics.hedge == .lost)
    #expect(shop.transport.requestCount == 2)
    #expect(shop.clock.sleepers == 0)
  }

  @Test func aFailureIsNotTheEndWhileTheOtherRuns() async throws {
    let shop = try Self.shop(FixtureReply.lamp.delayed(.seconds(3)), .status(503))
    let load = shop.begin()
    try await shop.pass(.seconds(1), sleepers: 2)
    try await shop.transport.waitForRequests(count: 2)
    try await shop.pass(.seconds(2))
    let outcome = await load.value
    #expect(outcome.result.code == "ok")
    #expect(outcome.metrics.hedge == .lost)
  }

  @Test func whenBothFailItIsTheFirstFailure() async throws {
    let shop = try Self.shop(
      FixtureReply.status(502).delayed(.seconds(2)), FixtureReply.status(503).delayed(.seconds(5)))
    let load = shop.begin()
    try await shop.pass(.seconds(1), sleepers: 2)
    try await shop.pass(.seconds(1), sleepers: 2)
    try await waitUntil("the first has ended") { shop.traffic.counts.inFlight == 1 }
    try await shop.pass(.seconds(4))
    #expect(await load.value.metrics.status == 502)
  }

  @Test func onlyTheFirstAttemptIsHedgedAndOnce() async throws {
    let shop = try PolicyShop(
      .inTurn(
        FixtureReply.status(503).delayed(.seconds(2)),
        FixtureReply.status(503).delayed(.seconds(2)),
        FixtureReply.lamp.delayed(.seconds(9))),
      hedging: .after(.seconds(1)))
    let load = shop.begin()
    for _ in 1...2 { try await shop.pass(.seconds(1), sleepers: 2) }
    try await shop.pass(.seconds(1))
    try await shop.pass(.seconds(9))
    let outcome = await load.value
    #expect(outcome.metrics.attempts == 2)
    #expect(outcome.metrics.hedge == nil)
    #expect(shop.transport.requestCount == 3)
  }

  @Test(arguments: [
    TrafficRules(retryShare: 0, retryReserve: 0),
    TrafficRules(rate: RateLimit(perSecond: 0.001)),
  ])
  func whereThereIsNoRoomThereIsNoSecond(_ rules: TrafficRules) async throws {
    let shop = try Self.shop(FixtureReply.lamp.delayed(.seconds(3)), .lamp, rules: rules)
    let load = shop.begin()
    try await shop.pass(.seconds(1), sleepers: 2)
    try await shop.pass(.seconds(2))
    let outcome = await load.value
    #expect(outcome.result.code == "ok")
    #expect(outcome.metrics.hedge == nil)
    #expect(shop.transport.requestCount == 1)
  }

  @Test func aSecondThatIsRefusedEndsNothing() async throws {
    let refusal = LoadError.deadlineExceeded(LoadFailure(url: "u", reason: "late", attempts: 0))
    for first in [LoadError.connect(LoadFailure(url: "u", reason: "no")), refusal] {
      let clock = VirtualClock()
      let legs = ScriptedLegs(clock: clock, first: first, second: refusal)
      let hedging = Hedging(
        next: legs, policy: .after(.seconds(1)), retries: RetryPolicy(),
        traffic: Traffic(clock: clock))
      let request = HTTPRequest(url: try shopURL("1"))
      async let error = hedging.error(of: request)
      try await clock.waitForSleepers(count: 2)
      clock.advance(by: .seconds(1))
      try await legs.seconds.wait { $0 == 1 }
      try await clock.waitForSleepers(count: 1)
      clock.advance(by: .seconds(1))
      #expect(await error == first)
    }
  }

  @Test func cancellingEndsBoth() async throws {
    let shop = try Self.shop(
      FixtureReply.lamp.delayed(.seconds(9)), FixtureReply.lamp.delayed(.seconds(9)))
    let load = shop.begin()
    try await shop.pass(.seconds(1), sleepers: 2)
    try await shop.clock.waitForSleepers(count: 2)
    load.cancel()
    #expect(await load.value.result.code == "cancelled")
    try await waitUntil("both have ended") { shop.clock.sleepers == 0 }
    try await waitUntil("both gave their places back") { shop.traffic.counts == (0, 0) }
  }

  @Test func byQuantileNobodyIsHedgedBeforeTwentyExchanges() async throws {
    let shop = try PolicyShop(
      .inTurn(FixtureReply.lamp.delayed(.seconds(1))), retries: .never,
      hedging: .afterQuantile(0.95, atLeast: .milliseconds(100)))
    for _ in 1...20 {
      let load = shop.begin()
      // The exchange alone sleeps.
      try await shop.pass(.seconds(1), sleepers: 1)
      #expect(await load.value.result.code == "ok")
    }
    let load = shop.begin()
    try await shop.clock.waitForSleepers(count: 2)
    load.cancel()
    _ = await load.value
    #expect(
      shop.traffic.latency(of: Origin(try shopURL()), quantile: 0.95) == .seconds(1))
  }

  @Test func theSlowOnesThatLoseStillCountAsSlow() async throws {
    let shop = try Self.shop(FixtureReply.lamp.delayed(.seconds(9)), .lamp)
    for _ in 1...19 {
      shop.traffic.noteLatency(since: .start, of: Origin(try shopURL()))
    }
    let load = shop.begin()
    try await shop.pass(.seconds(1), sleepers: 2)
    #expect(await load.value.metrics.hedge == .won)
    #expect(shop.traffic.latency(of: Origin(try shopURL()), quantile: 1) == .seconds(1))
    // 19, the slow one, and the fast one: more than half took no time.
    #expect(shop.traffic.latency(of: Origin(try shopURL()), quantile: 0.95) == .zero)
  }
}

/// How long the first is let be.
@Suite(.timeLimit(.minutes(1)))
struct HedgePolicyTests {
  typealias Row = (policy: HedgePolicy, known: Duration?, delay: Duration?)

  static let rows: [Row] = [
    (.after(.seconds(1)), nil, .seconds(1)),
    (.after(.seconds(-1)), .seconds(5), .zero),
    (.after(.longest), nil, .longest),
    (.afterQuantile(), nil, nil),
    (.afterQuantile(), .seconds(5), .seconds(5)),
    (.afterQuantile(), .milliseconds(5), .milliseconds(10)),
    (.afterQuantile(0.5, atLeast: .seconds(-1)), .zero, .zero),
    (.afterQuantile(0.5, atLeast: .longest), .zero, .longest),
  ]

  @Test(arguments: rows)
  func theDelayIs(_ row: Row) {
    #expect(row.policy.delay { _ in row.known } == row.delay)
  }

  @Test func theShareIsAskedFor() {
    _ = HedgePolicy.afterQuantile(0.9).delay { share in
      #expect(share == 0.9)
      return nil
    }
    _ = HedgePolicy.afterQuantile().delay { share in
      #expect(share == 0.95)
      return nil
    }
  }
}

/// The first fails after two seconds, the second at once.
private struct ScriptedLegs: ProductClient.Stage {
  let clock: VirtualClock
  let first: LoadError
  let second: LoadError
  let seconds = Observed(0)

  func answer(to request: HTTPRequest, on course: Course) async throws(LoadError) -> Answer {
    if course.isHedge {
      seconds.update { $0 += 1 }
      throw second
    }
    try? await clock.sleep(for: .seconds(2))
    throw first
  }
}
