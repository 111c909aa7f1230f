import DeliveryProof
import Dispatch
import Foundation
import ProductClientTesting
import TestSupport
import Testing

@testable import ProductClient

/// Whatever happens to loads, each start has its end.
@Suite(.timeLimit(.minutes(1)))
struct RandomEventTests {
  private static let faults: [FixtureReply] = [
    .product("1", named: "Lamp"), .status(503), .status(404), .json("{"),
    .status(302).with("Location", "/9"), .status(429).with("Retry-After", "1"),
    .json("{}").with(.silence), .json("{}").with(.resetBeforeHead),
    .product("1", named: "Lamp").with(.delay(.milliseconds(700))),
    .json("{}").with(.cut(afterBodyBytes: 1)),
  ]

  private static func shop(_ generator: inout SeededGenerator) -> WatchedShop {
    var rules = TrafficRules(maxInFlightPerOrigin: Int.random(in: 1...4, using: &generator))
    rules.breaker = Bool.random(using: &generator) ? BreakerRules(minimumExchanges: 4) : nil
    var shop = WatchedShop(rules)
    shop.configuration.sharesLoads = Bool.random(using: &generator)
    shop.configuration.retries.firstDelay = .milliseconds(300)
    shop.configuration.timeouts.attempt = .seconds(5)
    if Bool.random(using: &generator) { shop.configuration.hedging = .after(.milliseconds(500)) }
    if Bool.random(using: &generator) { shop.configuration.deadline = .seconds(8) }
    return shop
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func eachStartHasItsEnd(_ seed: UInt64) async throws {
    var generator = SeededGenerator(seed)
    let shop = Self.shop(&generator)
    let replies = Lock(generator)
    var script = FixtureScript()
    script.otherwise { _ in
      replies.withLock { Self.faults.randomElement(using: &$0) ?? .status(500) }
    }
    let loader = try shop.loader(script)
    // Time goes on whenever somebody waits for it.
    let time = Task { [clock = shop.clock] in
      while !Task.isCancelled {
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .milliseconds(100))
      }
    }
    defer { time.cancel() }
    let count = 20
    for _ in 0..<count {
      let id = Product.ID("\(Int.random(in: 1...5, using: &generator))")
      let task = shop.load(id, by: loader)
      if Int.random(in: 0..<4, using: &generator) == 0 { task.cancel() }
      if Int.random(in: 0..<4, using: &generator) == 0 { await Task.yield() }
    }
    try await shop.results.wait(count: count)
    try await shop.events.wait(for: count, "handlerRan")
    #expect(shop.events.faults == [])
    expectOrder(of: shop.events)
    let codes = shop.events.facts(of: "loadEnded", LoadEnd.self).map(\.code).sorted()
    #expect(codes == shop.results.all.map(\.code).sorted())
  }

  @Test func eachStartHasItsEndOnManyThreads() async throws {
    let shop = WatchedShop(TrafficRules(maxInFlightPerOrigin: 3))
    let loader = try shop.loader(.shop)
    let (threads, loads) = (4, 200)
    await DispatchQueue(label: "RandomEventTests").run {
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        for load in 0..<loads {
          let task = shop.load(Product.ID("\(load % 3)"), by: loader)
          if (thread + load).isMultiple(of: 2) { task.cancel() }
        }
      }
    }
    try await shop.results.wait(count: threads * loads)
    try await shop.events.wait(for: threads * loads, "handlerRan")
    #expect(shop.events.faults == [])
    expectOrder(of: shop.events)
  }

  /// The events of each load, in their order.
  private func expectOrder(of events: EventRecorder) {
    let order = [
      "loadStarted", "loadBoarded", "loadEnded", "deliveryStarted", "deliveryEnded", "handlerRan",
    ]
    var seen: [LoadNumber: [String]] = [:]
    for event in events.events {
      guard let load = event.fact(ObservedLoad.self) else { continue }
      seen[load.number, default: []].append(event.name)
    }
    for names in seen.values {
      #expect(names == order || names == order.filter { $0 != "loadBoarded" })
    }
  }
}
