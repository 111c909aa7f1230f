import ProductClient
import ProductClientTesting
import Testing

/// Each event that starts something has one that ends it, in the order in which it happened.
@Suite(.timeLimit(.minutes(1)))
struct LoadEventTests {
  var shop = WatchedShop()

  private static let silence = FixtureReply.json("{}").with(.silence)

  private static func script(_ first: FixtureReply, _ second: FixtureReply) -> FixtureScript {
    var script = FixtureScript()
    script.on("/7", first, second)
    return script
  }

  private func expectEnd(_ code: String, loads: Int = 1) async throws {
    try await shop.events.wait(for: loads, "handlerRan")
    #expect(shop.events.faults == [])
    #expect(shop.events.facts(of: "loadEnded", LoadEnd.self).map(\.code).last == code)
    #expect(shop.events.count("loadStarted") == loads)
    #expect(shop.events.count("loadEnded") == loads)
  }

  @Test func aLoadIsToldOfFromItsStartToItsHandler() async throws {
    shop.load(by: try shop.loader(.shop))
    try await expectEnd("ok")
    #expect(
      shop.events.names == [
        "loadStarted", "loadBoarded", "attemptStarted", "exchangeStarted", "exchangeEnded",
        "attemptEnded", "loadEnded", "deliveryStarted", "deliveryEnded", "handlerRan",
      ])
    let load = try #require(shop.events.facts(of: "loadStarted", ObservedLoad.self).first)
    let end = try #require(shop.events.facts(of: "loadEnded", LoadEnd.self).first)
    #expect(load.id == "7")
    #expect(end.flight == load.number)
    #expect(end.url == "http://shop.example/7")
    #expect(end.metrics.status == 200)
    #expect(shop.events.facts(of: "attemptEnded", AttemptEnd.self).map(\.status) == [200])
    #expect(shop.events.facts(of: "loadBoarded", LoadNumber.self) == [load.number])
  }

  @Test func aLoadThatIsAwaitedHasNoQueueToWaitFor() async throws {
    _ = await (try shop.loader(.shop)).outcome(withID: "7")
    #expect(shop.events.names.last == "loadEnded")
    #expect(shop.events.open == [])
  }

  @Test mutating func optionsAreToldWithTheDeadlineOfTheLoader() async throws {
    shop.configuration.deadline = .seconds(9)
    shop.load(by: try shop.loader(.shop), LoadOptions(priority: .high))
    try await expectEnd("ok")
    let load = try #require(shop.events.facts(of: "loadStarted", ObservedLoad.self).first)
    #expect(load.options == LoadOptions(deadline: .seconds(9), priority: .high))
  }

  @Test func eachAttemptIsToldOf() async throws {
    shop.load(by: try shop.loader(Self.script(.status(503), .product("7", named: "Lamp"))))
    try await expectEnd("ok")
    let attempts = shop.events.facts(of: "attemptStarted", ObservedAttempt.self)
    #expect(attempts.map(\.number) == [1, 2])
    #expect(Set(attempts.map(\.flight)).count == 1)
    #expect(shop.events.facts(of: "attemptEnded", AttemptEnd.self).map(\.status) == [503, 200])
    let retry = try #require(shop.events.facts(of: "retryScheduled", ScheduledRetry.self).first)
    #expect(retry == ScheduledRetry(attempt: attempts[0], code: "status", wait: .zero))
    let exchanges = shop.events.facts(of: "exchangeStarted", ObservedExchange.self)
    #expect(exchanges.map(\.number) == [1, 2])
  }

  @Test func redirectsAreExchangesOfOneAttempt() async throws {
    var script = FixtureScript.shop
    script.on("/7", .status(302).with("Location", "/8?key=sesame"))
    shop.load(by: try shop.loader(script))
    try await expectEnd("ok")
    #expect(shop.events.count("attemptStarted") == 1)
    #expect(shop.events.count("exchangeEnded") == 2)
    let redirect = try #require(
      shop.events.facts(of: "redirectFollowed", FollowedRedirect.self).first)
    #expect(redirect.status == 302)
    #expect(redirect.from == "http://shop.example/7")
    #expect(redirect.to == "http://shop.example/8?key=…")
  }

  @Test mutating func whatLosesAgainstItsHedgeEndsToo() async throws {
    shop.configuration.hedging = .after(.seconds(1))
    shop.load(by: try shop.loader(Self.script(Self.silence, .product("7", named: "Lamp"))))
    // The silent exchange, and the wait for the hedge.
    try await shop.clock.waitForSleepers(count: 2)
    shop.clock.advance(by: .seconds(1))
    try await expectEnd("ok")
    #expect(shop.events.facts(of: "hedgeBegun", ObservedAttempt.self).map(\.isHedge) == [true])
    let ends = shop.events.events.filter { $0.name == "attemptEnded" }
    #expect(ends.compactMap { $0.fact(ObservedAttempt.self)?.isHedge } == [true, false])
    #expect(ends.compactMap { $0.fact(AttemptEnd.self)?.code } == ["cancelled"])
    #expect(ends.compactMap { $0.fact(AttemptEnd.self)?.duration } == [.zero, .seconds(1)])
  }

  @Test func loadsThatShareHaveOneAttempt() async throws {
    let loader = try shop.loader(FixtureScript.always(Self.silence))
    let tasks = (0..<3).map { _ in shop.load(by: loader) }
    try await shop.clock.waitForSleepers(count: 1)
    for task in tasks { task.cancel() }
    try await expectEnd("cancelled", loads: 3)
    #expect(shop.events.count("attemptStarted") == 1)
    #expect(shop.events.count("exchangeEnded") == 1)
    let numbers = shop.events.facts(of: "loadStarted", ObservedLoad.self).map(\.number)
    #expect(Set(numbers).count == 3)
    let flights = shop.events.facts(of: "loadBoarded", LoadNumber.self)
    #expect(flights == [numbers[0], numbers[0], numbers[0]])
    #expect(shop.events.facts(of: "loadEnded", LoadEnd.self).map(\.flight) == flights)
  }

  @Test mutating func loadsThatDoNotShareHaveTheirOwnFlight() async throws {
    shop.configuration.sharesLoads = false
    let loader = try shop.loader(.shop)
    for _ in 0..<3 { shop.load(by: loader) }
    try await expectEnd("ok", loads: 3)
    let numbers = shop.events.facts(of: "loadStarted", ObservedLoad.self).map(\.number)
    #expect(Set(shop.events.facts(of: "loadBoarded", LoadNumber.self)) == Set(numbers))
    #expect(shop.events.count("attemptStarted") == 3)
  }

  @Test func aTransportThatIsShutDownEndsItsExchange() async throws {
    struct Closed: Transport {
      func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
        throw .shutDown
      }
    }
    shop.load(by: try shop.loader(over: Closed()))
    try await expectEnd("shutDown")
    #expect(shop.events.facts(of: "exchangeEnded", AttemptEnd.self).map(\.code) == ["shutDown"])
  }

  @Test func aLoadWithoutAURLHasNoFlight() async throws {
    struct NoURL: Error {}
    let loader = ProductLoader(
      transport: FixtureTransport(.shop), resultQueue: shop.queue,
      configuration: shop.configuration
    ) { _ in throw NoURL() }
    shop.load(by: loader)
    try await expectEnd("invalidURL")
    #expect(
      shop.events.names == [
        "loadStarted", "loadEnded", "deliveryStarted", "deliveryEnded", "handlerRan",
      ])
  }
}
