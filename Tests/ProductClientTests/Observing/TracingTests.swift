import Foundation
import InMemoryTracing
import ProductClientTesting
import Testing
import Tracing

@testable import ProductClient

/// A load is a span in that of its caller, and each exchange one in that of the load.
@Suite(.timeLimit(.minutes(1)))
struct TracingTests {
  var shop = WatchedShop()
  let tracer = InMemoryTracer()

  init() {
    shop.configuration.observers = []
    shop.configuration.tracer = tracer
  }

  private var loads: [FinishedInMemorySpan] {
    tracer.finishedSpans.filter { $0.operationName == "ProductLoader.load" }
  }

  private var exchanges: [FinishedInMemorySpan] {
    tracer.finishedSpans.filter { $0.operationName == "GET" }
  }

  @Test func aLoadIsASpanOfItsCaller() async throws {
    let loader = try shop.loader(.shop)
    try await tracer.withSpan("caller") { _ in
      _ = try await loader.product(withID: "7")
    }
    let caller = try #require(tracer.finishedSpans.first { $0.operationName == "caller" })
    let load = try #require(loads.first)
    let exchange = try #require(exchanges.first)
    #expect(load.parentSpanID == caller.spanID)
    #expect(exchange.parentSpanID == load.spanID)
    #expect(load.kind == .internal)
    #expect(exchange.kind == .client)
    #expect(load.attributes.get("product_client.load.id") == "7")
    #expect(load.attributes.get("product_client.load.code") == "ok")
    #expect(load.status == nil)
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func anExchangeIsDescribedByTheConventions() async throws {
    _ = await (try shop.loader(.always(.status(404)))).outcome(withID: "7")
    let exchange = try #require(exchanges.first)
    #expect(
      exchange.attributes == [
        "http.request.method": "GET", "url.full": "http://shop.example/7",
        "server.address": "shop.example", "server.port": 80,
        "http.response.status_code": 404, "error.type": "404",
        "network.protocol.version": "1.1",
      ])
    #expect(exchange.status?.code == .error)
    #expect(loads.first?.attributes.get("error.type") == "notFound")
    #expect(loads.first?.status?.code == .error)
  }

  @Test func whatIsSentAgainIsCounted() async throws {
    var script = FixtureScript.shop
    script.on("/7", .status(503), .status(302).with("Location", "/8"))
    _ = await (try shop.loader(script)).outcome(withID: "7")
    #expect(
      exchanges.map { $0.attributes.get("http.request.resend_count") } == [
        nil, .int64(1), .int64(2),
      ])
    #expect(Set(exchanges.map(\.parentSpanID)) == [loads.first?.spanID])
    #expect(loads.first?.attributes.get("product_client.load.attempts") == 2)
  }

  @Test mutating func eachRequestCarriesItsSpan() async throws {
    let name = InMemoryTracer.spanIDKey
    shop.configuration.fields.append(try #require(HTTPField(name: name, value: "mine")))
    let transport = FixtureTransport(.always(.status(503)), clock: shop.clock)
    _ = await (try shop.loader(over: transport)).outcome(withID: "7")
    // In the place of the field that was there, and not in the answer of the load.
    #expect(transport.requests.map { $0.fields.values(of: name) } == exchanges.map { [$0.spanID] })
    #expect(Set(exchanges.map(\.spanID)).count == 4)
  }

  @Test func codeThatTheTransportRunsIsInTheSpanOfTheExchange() async throws {
    struct Nesting: Transport {
      let tracer: InMemoryTracer

      func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
        tracer.startSpan("inside").end()
        return HTTPResponse(status: 404)
      }
    }
    _ = await (try shop.loader(over: Nesting(tracer: tracer))).outcome(withID: "7")
    let inside = try #require(tracer.finishedSpans.first { $0.operationName == "inside" })
    #expect(inside.parentSpanID == exchanges.first?.spanID)
  }

  @Test func aLoadThatJoinsLinksToTheOneThatBeganTheFlight() async throws {
    let loader = try shop.loader(.always(FixtureReply.json("{}").with(.silence)))
    let tasks = (0..<2).map { _ in shop.load(by: loader) }
    try await shop.clock.waitForSleepers(count: 1)
    for task in tasks { task.cancel() }
    try await shop.results.wait(count: 2)
    let first = try #require(loads.first { $0.links.isEmpty })
    let second = try #require(loads.first { !$0.links.isEmpty })
    #expect(second.links.first?.context.inMemorySpanContext?.spanID == first.spanID)
    #expect(first.attributes.get("error.type") == "cancelled")
  }

  @Test mutating func theTracerOfTheProgramIsTakenByItself() async throws {
    shop.configuration.tracer = nil
    let loader = try withTracer(tracer) { [shop] in try shop.loader(.shop) }
    _ = await loader.outcome(withID: "7")
    #expect(loads.count == 1)
    #expect(exchanges.count == 1)
  }

  @Test(arguments: [true, false])
  mutating func withoutATracerNothingHappens(_ isSwitchedOff: Bool) async throws {
    shop.configuration.tracer = isSwitchedOff ? NoOpTracer() : nil
    let transport = FixtureTransport(.shop, clock: shop.clock)
    let loader = try withTracer(isSwitchedOff ? tracer : NoOpTracer()) { [shop] in
      try shop.loader(over: transport)
    }
    _ = await loader.outcome(withID: "7")
    #expect(tracer.finishedSpans.isEmpty)
    #expect(transport.requests.first?.fields.map(\.name) == ["Accept", "User-Agent"])
    #expect(loader.pipeline.load(of: "7").observation == nil)
  }

  @Test func flightsAreToldApartWithoutWhatIsInjected() async throws {
    let transport = FixtureTransport(
      .always(FixtureReply.product("7", named: "Lamp").with(.delay(.seconds(1)))),
      clock: shop.clock)
    let loader = try shop.loader(over: transport)
    for _ in 0..<5 { shop.load(by: loader) }
    try await shop.clock.waitForSleepers(count: 1)
    shop.clock.advance(by: .seconds(1))
    try await shop.results.wait(count: 5)
    #expect(transport.requestCount == 1)
    #expect(loads.count == 5)
  }
}
