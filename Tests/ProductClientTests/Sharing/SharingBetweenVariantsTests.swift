import DeliveryProof
import TestSupport
import Dispatch
import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// It plays no part for sharing how a caller asks, nor how many do.
@Suite(.timeLimit(.minutes(1)))
struct SharingBetweenVariantsTests {
  let clock = VirtualClock()
  let queue = DispatchQueue(label: "SharingBetweenVariantsTests")
  let results = Results<Product>()

  @Test func callersOfEveryKindShareWithOneAnother() async throws {
    let transport = FixtureTransport(SharingTests.slowShop, clock: clock)
    let url = try shopURL("7")
    let asked = Observed(0)
    let loader = ProductLoader(transport: transport, resultQueue: queue) { _ in
      asked.update { $0 += 1 }
      return url
    }
    let tasks = [
      startedTask { [results] in results.handler(await loader.outcome(withID: "7").result) },
      startedTask { [results] in
        for await outcome in loader.products(withIDs: ["7", "7"]) {
          results.handler(outcome.result)
        }
      },
      startedTask { [results] in
        for await result in loader.updates(forID: "7") { results.handler(result) }
      },
    ]
    loader.loadProduct(withID: "7", handler: results.handler)
    loader.loadProduct(withID: "7", resultQueue: .inline, handler: results.handler)
    ProductLoadOperation(
      loader: loader, id: "7", resultQueue: queue, handler: results.handler
    ).start()
    try await asked.wait { $0 == 7 }
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    #expect(try await results.wait(count: 7).allSatisfy { $0.model?.id == "7" })
    for task in tasks { await task.value }
    #expect(transport.requestCount == 1)
  }

  /// A task that has come to its first wait when this returns.
  private func startedTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, *) { return Task.immediate(operation: body) }
    return Task(operation: body)
  }

  @Test func cancellingATaskThatSharesLeavesTheOthersUntouched() async throws {
    let transport = FixtureTransport(SharingTests.slowShop, clock: clock)
    let url = try shopURL("7")
    let loader = ProductLoader(transport: transport, resultQueue: queue) { _ in url }
    loader.loadProduct(withID: "7", handler: results.handler)
    let task = startedTask { [results] in
      results.handler(await loader.outcome(withID: "7").result)
    }
    try await clock.waitForSleepers(count: 1)
    task.cancel()
    #expect(try await results.first() == .failure(.cancelled))
    clock.advance(by: .seconds(1))
    #expect(try await results.wait(count: 2).last?.model?.id == "7")
    #expect(transport.requestCount == 1)
  }

  @Test func aThousandThatShareAndAreCancelledAtRandomDeliverOnceEach() async throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    for round in 0..<5 {
      let transport = FixtureTransport(SharingTests.slowShop, clock: clock)
      let url = try shopURL("7")
      let loader = ProductLoader(transport: transport, resultQueue: queue) { _ in url }
      let deliveries = Deliveries(count: 1000)
      let tasks = (0..<1000).map { number in
        loader.loadProduct(withID: "7") { deliveries.add(number, $0) }
      }
      try await clock.waitForSleepers(count: 1)
      await DispatchQueue(label: "cancels").run { [clock] in
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
          var random = SeededGenerator(seed &+ UInt64(round * 4 + thread))
          for step in 0..<300 {
            tasks.randomElement(using: &random)?.cancel()
            if thread == 0, step == 150 { clock.advance(by: .seconds(1)) }
          }
        }
      }
      try await deliveries.waitForTotal(of: 1000)
      await queue.drain()
      #expect(deliveries.perLoad.allSatisfy { $0 == 1 }, "seed \(seed), round \(round)")
      #expect(Set(deliveries.codes.keys) == ["ok", "cancelled"], "seed \(seed), round \(round)")
      #expect(transport.requestCount == 1)
    }
  }

  /// Flights that begin, are joined, land and are left by the last one, all at the same moment.
  @Test func startsAndCancelsThatCrossDeliverOnceEach() async throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    let count = 4000
    var script = FixtureScript()
    script.otherwise { request in
      .product("7", named: "Lamp").with(.delay(.microseconds(request.number % 50)))
    }
    let transport = FixtureTransport(script)
    let url = try shopURL("7")
    let loader = ProductLoader(transport: transport, resultQueue: queue) { _ in url }
    let deliveries = Deliveries(count: count)
    await DispatchQueue(label: "starts").run {
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        var random = SeededGenerator(seed &+ UInt64(thread))
        for number in stride(from: thread, to: count, by: 4) {
          let task = loader.loadProduct(withID: "7") { deliveries.add(number, $0) }
          if Bool.random(using: &random) { task.cancel() }
        }
      }
    }
    try await deliveries.waitForTotal(of: count)
    await queue.drain()
    #expect(deliveries.perLoad.allSatisfy { $0 == 1 }, "seed \(seed)")
    #expect(Set(deliveries.codes.keys) == ["ok", "cancelled"], "seed \(seed)")
  }
}
