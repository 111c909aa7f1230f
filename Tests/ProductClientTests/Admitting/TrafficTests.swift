import DeliveryProof
import Foundation
import TestSupport
import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// Many threads ask, end and give up at once; no turn is lost and none is given twice.
@Suite(.timeLimit(.minutes(1)))
struct TrafficStressTests {
  private static let rules = TrafficRules(
    maxInFlight: 4, maxInFlightPerOrigin: 2, rate: RateLimit(perSecond: 100_000, burst: 5),
    breaker: BreakerRules(minimumExchanges: 50, openFor: .microseconds(100)))

  @Test(arguments: 0..<4)
  func noTurnIsLost(_ seed: Int) async throws {
    let traffic = Traffic(Self.rules)
    let most = Observed(0)
    let requests = try ["a", "b", "c"].map { name in
      HTTPRequest(url: try #require(URL(string: "http://\(name).example/")))
    }
    await withTaskGroup { group in
      for number in 0..<3000 {
        var chance = SeededGenerator(UInt64(seed * 3000 + number))
        let isCancelled = Bool.random(using: &chance)
        let yields = Int.random(in: 0...3, using: &chance)
        let task = Task {
          await Self.exchange(traffic, requests[number % 3], yields, most)
        }
        group.addTask {
          for _ in 0..<yields { await Task.yield() }
          if isCancelled { task.cancel() }
          await task.value
        }
      }
    }
    #expect(traffic.counts == (0, 0))
    #expect((1...4) ~= most.value)
  }

  private static func exchange(
    _ traffic: Traffic, _ request: HTTPRequest, _ yields: Int, _ most: Observed<Int>
  ) async {
    do {
      let permit = try await traffic.permit(for: request, on: Course(), launch: Launch())
      let inFlight = traffic.counts.inFlight
      most.update { $0 = max($0, inFlight) }
      for _ in 0..<yields { await Task.yield() }
      let outcome: CircuitBreaker.Outcome = yields == 3 ? .failure : .success
      traffic.leave(permit, TrafficTable.Report(outcome: outcome), launch: Launch())
    } catch {}
  }
}

/// What loads keep to together, from the outside.
@Suite(.timeLimit(.minutes(1)))
struct AdmittingTests {
  private static func rules(
    _ rate: RateLimit? = nil, perOrigin: Int = 64, inAll: Int = 256, breaker: BreakerRules? = nil
  ) -> TrafficRules {
    TrafficRules(
      maxInFlight: inAll, maxInFlightPerOrigin: perOrigin, rate: rate, breaker: breaker)
  }

  @Test func a429HoldsAllLoadsFromThatServerAndNoOther() async throws {
    let shop = try PolicyShop(
      .inTurn(FixtureReply.status(429).with("Retry-After", "7"), .lamp), retries: .never)
    #expect(await shop.load("a.example/1").result.error?.failure?.retryAfter == .seconds(7))
    let held = shop.begin("a.example/2")
    try await waitUntil("it waits") { shop.traffic.counts.waiting == 1 }
    #expect(await shop.load("b.example/1").result.code == "ok")
    try await shop.pass(.seconds(7))
    #expect(await held.value.result.code == "ok")
  }

  @Test func whatAServerSaysMayBeIgnored() async throws {
    let shop = try PolicyShop(
      .inTurn(FixtureReply.status(429).with("Retry-After", "7"), .lamp), retries: .never,
      rules: TrafficRules(heedsServerLimits: false))
    #expect(await shop.load("1").result.code == "status")
    #expect(await shop.load("2").result.code == "ok")
  }

  @Test func aLongPauseRefusesAtOnceAndSaysForHowLong() async throws {
    let shop = try PolicyShop(
      .inTurn(FixtureReply.status(429).with("Retry-After", "100"), .lamp), retries: .never)
    _ = await shop.load("1")
    let error = await shop.load("2").result.error
    #expect(error?.code == "circuitOpen")
    #expect(error?.failure?.retryAfter == .seconds(100))
    #expect(error?.failure?.attempts == 0)
    #expect(
      error?.description
        == "Not asking http://shop.example/2: the server asked to be left alone. Try again later.")
    #expect(shop.transport.requestCount == 1)
  }

  @Test func aQuotaThatIsUsedUpHoldsTheNextUntilItBeginsAnew() async throws {
    let spent = FixtureReply.lamp.with("RateLimit", #""default";r=0;t=30"#)
    let shop = try PolicyShop(.inTurn(spent, .lamp))
    #expect(await shop.load("1").result.code == "ok")
    let held = shop.begin("2")
    try await shop.pass(.seconds(30))
    #expect(await held.value.result.code == "ok")
  }

  @Test func aRateSpacesLoadsExactly() async throws {
    let shop = try PolicyShop(.inTurn(.lamp), rules: Self.rules(RateLimit(perSecond: 4)))
    let loads = (1...4).map { shop.begin(Product.ID($0)) }
    try await waitUntil("the others wait") { shop.traffic.counts.waiting == 3 }
    for sent in 1...3 {
      #expect(shop.transport.requestCount == sent)
      try await shop.pass(.milliseconds(250))
      try await shop.transport.waitForRequests(count: sent + 1)
    }
    for load in loads { #expect(await load.value.result.code == "ok") }
  }

  @Test func noMoreThanTheLimitGoToOneServerAndItHoldsUpNoOther() async throws {
    let transport = ManualTransport()
    let traffic = Traffic(Self.rules(perOrigin: 2, inAll: 3))
    let loader = ProductLoader(
      transport: transport, configuration: LoaderConfiguration(traffic: traffic)
    ) { id in
      try #require(URL(string: "http://\("\(id)".prefix(1)).example/\(id)"))
    }
    let load = { (id: String) in Task { await loader.outcome(withID: Product.ID(id)) } }
    var loads: [Task<LoadOutcome<Product>, Never>] = []
    for (number, id) in ["a1", "a2", "a3", "a4", "b1", "b2"].enumerated() {
      loads.append(load(id))
      try await waitUntil("\(id) has come") {
        traffic.counts.inFlight + traffic.counts.waiting == number + 1
      }
    }
    try await transport.wait { Set($0.asked) == ["a1", "a2", "b1"] }
    transport.answer("a1")
    // One of each server waits; b has fewer under way, though a3 came first.
    try await transport.wait { $0.asked.count == 4 }
    #expect(transport.current.asked.last == "b2" || transport.current.asked.last == "a3")
    #expect(transport.current.mostInFlight == 3)
    for id in ["a2", "a3", "a4", "b1", "b2"] { transport.answer(id) }
    for load in loads { #expect(await load.value.result.code == "ok") }
    #expect(traffic.counts == (0, 0))
  }

  @Test func whatMattersMoreGoesFirst() async throws {
    let transport = ManualTransport()
    let clock = VirtualClock()
    let traffic = Traffic(Self.rules(perOrigin: 1), clock: clock)
    let loader = try ProductLoader.over(
      transport, configuration: LoaderConfiguration(traffic: traffic))
    var loads: [Task<LoadOutcome<Product>, Never>] = []
    let arrivals: [(Product.ID, LoadPriority)] = [
      ("0", .normal), ("1", .low), ("2", .normal), ("3", .high),
    ]
    for (index, (id, priority)) in arrivals.enumerated() {
      loads.append(
        Task { await loader.outcome(withID: id, options: LoadOptions(priority: priority)) })
      try await waitUntil("it has come") {
        traffic.counts.inFlight + traffic.counts.waiting == index + 1
      }
    }
    for id in 0...3 { transport.answer("\(id)") }
    for load in loads { _ = await load.value }
    #expect(transport.current.asked == ["0", "3", "2", "1"])
  }

  @Test func whoJoinsTakesThoseInLineForward() async throws {
    let shop = try PolicyShop(
      .inTurn(FixtureReply.lamp.delayed(.seconds(1))), rules: Self.rules(perOrigin: 1))
    let first = shop.begin("0")
    try await shop.clock.waitForSleepers(count: 1)
    var loads: [Task<LoadOutcome<Product>, Never>] = []
    for id in 1...3 {
      loads.append(shop.begin(Product.ID(id), LoadOptions(priority: .low)))
      try await waitUntil("it is in line") { shop.traffic.counts.waiting == id }
    }
    // Boards inside the call.
    let joined = Results<Product>()
    shop.loader.loadProduct(
      withID: "3", resultQueue: .inline, options: LoadOptions(priority: .high),
      handler: joined.handler)
    for _ in 0...3 { try await shop.pass(.seconds(1)) }
    for load in [first] + loads { #expect(await load.value.result.code == "ok") }
    try await joined.wait(count: 1)
    #expect(shop.transport.requests.map(\.path) == ["/0", "/3", "/1", "/2"])
  }

  @Test func aCircuitOpensLetsOneProbeGoAndCloses() async throws {
    let shop = try PolicyShop(
      .inTurn(.status(500), .status(500), FixtureReply.lamp.delayed(.seconds(1)), .lamp),
      retries: .never,
      rules: Self.rules(breaker: BreakerRules(minimumExchanges: 2, openFor: .seconds(5))))
    for id in 1...2 { #expect(await shop.load(Product.ID(id)).metrics.status == 500) }
    let refused = await shop.load("3")
    #expect(refused.result.code == "circuitOpen")
    #expect(refused.metrics.attempts == 0)
    #expect(refused.result.error?.failure?.attempts == 0)
    #expect(refused.result.error?.failure?.retryAfter == .seconds(5))
    #expect(shop.transport.requestCount == 2)
    shop.clock.advance(by: .seconds(5))
    let probe = shop.begin("4")
    try await shop.clock.waitForSleepers(count: 1)
    let second = await shop.load("5")
    #expect(second.result.code == "circuitOpen")
    #expect(second.result.error?.failure?.retryAfter == nil)
    #expect(shop.transport.requestCount == 3)
    shop.clock.advance(by: .seconds(1))
    #expect(await probe.value.result.code == "ok")
    #expect(await shop.load("6").result.code == "ok")
  }

  @Test func aDeadServerIsLeftAloneByAHundredLoads() async throws {
    let shop = try PolicyShop(
      .inTurn(.status(503)),
      rules: Self.rules(perOrigin: 5, breaker: BreakerRules(minimumExchanges: 20)),
      sharesLoads: false)
    await withTaskGroup { group in
      for _ in 1...100 { group.addTask { _ = await shop.load() } }
    }
    // As many as it takes to open, and those that were under way then.
    #expect((20...24) ~= shop.transport.requestCount)
    #expect(shop.traffic.counts == (0, 0))
  }

  @Test func aTurnAfterTheDeadlineIsRefusedAtOnce() async throws {
    let shop = try PolicyShop(.inTurn(.lamp), rules: Self.rules(RateLimit(perSecond: 0.1)))
    #expect(await shop.load("1").result.code == "ok")
    let error = await shop.load("2", LoadOptions(deadline: .seconds(10))).result.error
    #expect(error?.code == "deadlineExceeded")
    #expect(error?.failure?.attempts == 0)
    #expect(error?.failure?.retryAfter == .seconds(10))
  }

  @Test func whoGivesUpInLineLeavesNothingBehind() async throws {
    let shop = try PolicyShop(
      .inTurn(FixtureReply.lamp.delayed(.seconds(1))), rules: Self.rules(perOrigin: 1))
    let first = shop.begin("1")
    try await shop.clock.waitForSleepers(count: 1)
    let waiting = (2...9).map { shop.begin(Product.ID($0)) }
    try await waitUntil("they wait") { shop.traffic.counts.waiting == 8 }
    for load in waiting { load.cancel() }
    for load in waiting { #expect(await load.value.result.code == "cancelled") }
    #expect(shop.traffic.counts == (1, 0))
    shop.clock.advance(by: .seconds(1))
    #expect(await first.value.result.code == "ok")
    #expect(shop.transport.requestCount == 1)
  }
}
