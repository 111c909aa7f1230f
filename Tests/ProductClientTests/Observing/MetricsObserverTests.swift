import Metrics
import MetricsTestKit
import ProductClientTesting
import Testing

@testable import ProductClient

/// What loads do is counted and timed.
@Suite(.timeLimit(.minutes(1)))
struct MetricsObserverTests {
  var shop = WatchedShop(TrafficRules(maxInFlightPerOrigin: 1))
  let metrics = TestMetrics()

  init() {
    shop.configuration.observers.append(MetricsObserver(factory: metrics))
  }

  private func total(_ name: String, _ dimensions: [(String, String)] = []) -> Int64 {
    dimensions.isEmpty
      ? metrics.counterTotal(label: "product_client_\(name)_total")
      : metrics.counterTotal(label: "product_client_\(name)_total", dimensions: dimensions)
  }

  private func values(of name: String) throws -> [Int64] {
    try metrics.expectTimer("product_client_\(name)_seconds").values
  }

  private func meter(_ name: String) throws -> Double? {
    try metrics.expectMeter("product_client_\(name)").values.last
  }

  @Test func loadsAndAttemptsAreCountedByTheirEnds() async throws {
    var script = FixtureScript.shop
    script.on("/7", .status(503), .status(302).with("Location", "/8"))
    script.on("/9", .status(404))
    let loader = try shop.loader(script)
    for id in ["7", "9", "9"] as [Product.ID] { _ = await loader.outcome(withID: id) }
    #expect(total("loads", [("code", "ok")]) == 1)
    #expect(total("loads", [("code", "notFound")]) == 2)
    #expect(total("attempts", [("code", "ok")]) == 1)
    #expect(total("attempts", [("code", "503")]) == 1)
    #expect(total("attempts", [("code", "404")]) == 2)
    #expect(total("retries", [("code", "status")]) == 1)
    #expect(total("redirects") == 1)
    #expect(total("exchanges") == 5)
    #expect(try values(of: "load_duration").count == 3)
    #expect(try values(of: "attempt_duration").count == 4)
    #expect(try meter("loads_in_flight") == 0)
    #expect(try meter("exchanges_in_flight") == 0)
  }

  @Test mutating func hedgesAndSharedLoadsAreCounted() async throws {
    shop.configuration.traffic = Traffic(clock: shop.clock)
    shop.configuration.hedging = .after(.seconds(1))
    var script = FixtureScript()
    script.on("/7", .json("{}").with(.silence), .product("7", named: "Lamp"))
    let loader = try shop.loader(script)
    for _ in 0..<3 { shop.load(by: loader) }
    try await shop.clock.waitForSleepers(count: 2)
    shop.clock.advance(by: .seconds(1))
    try await shop.events.wait(for: 3, "handlerRan")
    #expect(total("hedges") == 1)
    #expect(total("loads") == 3)
    #expect(total("shared_loads") == 2)
    #expect(try Set(values(of: "attempt_duration")) == [0, 1_000_000_000])
  }

  @Test func waitsAreCountedAndTimed() async throws {
    let reply = FixtureReply.product("7", named: "Lamp").with(.delay(.seconds(2)))
    let loader = try shop.loader(.always(reply))
    for id in ["7", "8"] as [Product.ID] { shop.load(id, by: loader) }
    try await shop.events.wait(for: "waitStarted")
    #expect(try meter("waiting") == 1)
    #expect(try meter("exchanges_in_flight") == 1)
    #expect(try meter("loads_in_flight") == 2)
    shop.queue.suspend()
    shop.clock.advance(by: .seconds(2))
    try await shop.events.wait(for: "deliveryStarted")
    try await shop.clock.waitForSleepers(count: 1)
    shop.clock.advance(by: .seconds(2))
    shop.queue.resume()
    try await shop.events.wait(for: 2, "handlerRan")
    #expect(try values(of: "wait_duration") == [2_000_000_000])
    #expect(try meter("waiting") == 0)
    #expect(try values(of: "result_queue_wait").count == 2)
  }

  @Test mutating func circuitsAreCounted() async throws {
    shop.configuration.retries = .never
    shop.configuration.traffic = Traffic(
      TrafficRules(breaker: BreakerRules(minimumExchanges: 2)), clock: shop.clock)
    let loader = try shop.loader(.always(.status(503)))
    for _ in 0..<5 { _ = await loader.outcome(withID: "7") }
    #expect(total("circuit_changes", [("state", "open")]) == 1)
    #expect(total("circuit_refusals") == 3)
    #expect(total("loads", [("code", "circuitOpen")]) == 3)
  }

  @Test mutating func metricsOfTheProgramAreTakenByThemselves() async throws {
    shop.configuration.observers = []
    let loader = try withMetricsFactory(metrics) { [shop] in try shop.loader(.shop) }
    _ = await loader.outcome(withID: "7")
    #expect(total("loads") == 1)
  }

  @Test func nothingIsCountedTwice() async throws {
    let loader = try withMetricsFactory(metrics) { try shop.loader(.shop) }
    _ = await loader.outcome(withID: "7")
    #expect(total("loads") == 1)
  }
}
