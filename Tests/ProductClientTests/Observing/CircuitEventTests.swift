import InMemoryLogging
import Logging
import ProductClient
import Testing

@testable import ProductClientTesting

/// What becomes of a circuit is told once, however many loads it concerns.
@Suite(.timeLimit(.minutes(1)))
struct CircuitEventTests {
  var shop = WatchedShop(TrafficRules(breaker: BreakerRules(minimumExchanges: 3)))
  let log = InMemoryLogHandler()

  init() {
    shop.configuration.retries = .never
    shop.configuration.sharesLoads = false
    var logger = Logger(label: "CircuitEventTests") { [log] _ in log }
    logger.logLevel = .info
    shop.configuration.logger = logger
  }

  private func load(_ loader: ProductLoader<Product>, times: Int) async -> [String] {
    var codes: [String] = []
    for _ in 0..<times { codes.append(await loader.outcome(withID: "7").result.code) }
    return codes
  }

  private var states: [CircuitState] {
    shop.events.facts(of: "circuitChanged", CircuitState.self)
  }

  private static func script(failures: Int) -> FixtureScript {
    var script = FixtureScript()
    let count = Counting()
    script.otherwise { _ in
      count.next() <= failures ? .status(503) : .product("7", named: "Lamp")
    }
    return script
  }

  @Test func aCircuitOpensOnceAndClosesOnce() async throws {
    let loader = try shop.loader(Self.script(failures: 3))
    #expect(
      await load(loader, times: 5) == ["status", "status", "status"] + [
        "circuitOpen", "circuitOpen",
      ])
    #expect(states == [.open])
    shop.clock.advance(by: .seconds(5))
    #expect(await load(loader, times: 2) == ["ok", "ok"])
    #expect(states == [.open, .halfOpen, .closed])
    #expect(shop.events.facts(of: "circuitChanged", String.self).first == "http://shop.example")
    #expect(shop.events.faults == [])
    #expect(shop.events.open == [])
  }

  @Test func aProbeThatFailsOpensItAgain() async throws {
    let loader = try shop.loader(Self.script(failures: 4))
    _ = await load(loader, times: 4)
    shop.clock.advance(by: .seconds(5))
    #expect(await load(loader, times: 2) == ["status", "circuitOpen"])
    #expect(states == [.open, .halfOpen, .open])
  }

  @Test func whoIsRefusedHasAnAttemptWithoutAnExchange() async throws {
    let loader = try shop.loader(Self.script(failures: 3))
    _ = await load(loader, times: 4)
    #expect(shop.events.count("attemptEnded") == 4)
    #expect(shop.events.count("exchangeEnded") == 3)
    let end = try #require(shop.events.facts(of: "attemptEnded", AttemptEnd.self).last)
    #expect(end.code == "circuitOpen")
  }

  /// Also where nobody watches single loads.
  @Test mutating func theLogWarnsOncePerOpening() async throws {
    shop.configuration.observers = []
    let loader = try shop.loader(Self.script(failures: 3))
    _ = await load(loader, times: 10)
    #expect(log.entries.map(\.level) == [.warning])
    #expect(log.entries.first?.metadata["origin"] == "http://shop.example")
    shop.clock.advance(by: .seconds(5))
    _ = await load(loader, times: 10)
    #expect(log.entries.map(\.level) == [.warning, .notice])
  }
}

/// Counts from 1.
private final class Counting: Sendable {
  private let count = Observed(0)

  func next() -> Int {
    count.update { count in
      count += 1
      return count
    }
  }
}
