import DeliveryProof
import Dispatch
import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// Who stops reading, or is cancelled, cancels what is in flight; nothing more is begun.
@Suite(.timeLimit(.minutes(1)))
struct ProductOutcomesEndTests {
  let transport = ManualTransport()
  let ids = EndlessIDs()

  private func outcomes(
    order: OutcomeOrder = .asFinished
  ) throws -> ProductOutcomes<Product, EndlessIDs> {
    try ProductLoader.over(transport).products(withIDs: ids, maxConcurrent: 3, order: order)
  }

  @Test(arguments: [OutcomeOrder.asFinished, .asRequested])
  func leavingTheLoopCancelsWhatIsInFlight(_ order: OutcomeOrder) async throws {
    transport.answer(0)
    for await outcome in try outcomes(order: order) {
      #expect(outcome.id == "0")
      break
    }
    try await transport.wait { $0.inFlight == 0 }
    #expect(transport.current.cancelled == 3)
    #expect(transport.current.asked.count == 4)
    #expect(ids.drawn.value == 4)
  }

  @Test func lettingGoOfTheIteratorCancelsWhatIsInFlight() async throws {
    transport.answer(0)
    func readOne() async throws {
      var iterator = try outcomes().makeAsyncIterator()
      #expect(await iterator.next()?.id == "0")
    }
    try await readOne()
    try await transport.wait { $0.inFlight == 0 }
    #expect(transport.current.cancelled == 3)
  }

  @Test func lettingGoOfAnIteratorThatWasNotReadDoesNothing() async throws {
    _ = try outcomes().makeAsyncIterator()
    #expect(transport.current.asked.isEmpty)
  }

  @Test(arguments: [OutcomeOrder.asFinished, .asRequested])
  func aTaskThatIsCancelledReadsWhatWasInFlightAndThenTheEnd(_ order: OutcomeOrder) async throws {
    let outcomes = try outcomes(order: order)
    let read = Observed<[String]>([])
    let reading = Task {
      for await outcome in outcomes {
        let line = "\(outcome.id) \(outcome.result.code)"
        read.update { $0.append(line) }
      }
    }
    transport.answer(0)
    try await read.wait { $0.count == 1 }
    try await transport.wait { $0.asked.count == 4 }
    reading.cancel()
    await reading.value
    #expect(read.value == ["0 ok", "1 cancelled", "2 cancelled", "3 cancelled"])
    #expect(ids.drawn.value == 4)
    try await transport.wait { $0.inFlight == 0 }
  }

  @Test func aTaskThatIsCancelledWhileItDoesNotReadReadsWhatIsThere() async throws {
    let outcomes = try outcomes()
    let mayGoOn = Observed(false)
    let hasRead = Observed(false)
    let reading = Task {
      var lines: [String] = []
      for await outcome in outcomes {
        lines.append("\(outcome.id) \(outcome.result.code)")
        hasRead.update { $0 = true }
        // Cancelling ends this wait as well.
        try? await mayGoOn.wait { $0 }
      }
      return lines
    }
    transport.answer(0)
    try await hasRead.wait { $0 }
    try await transport.wait { $0.asked.count == 4 }
    reading.cancel()
    #expect(await reading.value == ["0 ok", "1 cancelled", "2 cancelled", "3 cancelled"])
    #expect(ids.drawn.value == 4)
  }

  @Test func aTaskThatWasCancelledBeforeDrawsNothing() async throws {
    let outcomes = try outcomes()
    let count = await withTaskGroup(of: Int.self) { group in
      group.cancelAll()
      group.addTask { await outcomes.reduce(into: 0) { count, _ in count += 1 } }
      return await group.next()
    }
    #expect(count == 0)
    #expect(ids.drawn.value == 0)
    #expect(transport.current.asked.isEmpty)
  }

  @Test func afterACancelTheEndStays() async throws {
    let outcomes = try outcomes()
    let ended = await Task {
      var iterator = outcomes.makeAsyncIterator()
      withUnsafeCurrentTask { $0?.cancel() }
      return await [iterator.next() == nil, iterator.next() == nil]
    }.value
    #expect(ended == [true, true])
  }

  @Test func overTheRealEngineTheConnectionsAreReleased() async throws {
    var script = FixtureScript()
    script.on("/0", .product("0", named: "Lamp"))
    script.otherwise(CancellationTests.silence)
    try await withFixtureServer(script) { server in
      for await outcome in ProductLoader.from(server).products(withIDs: ids, maxConcurrent: 5) {
        #expect(outcome.id == "0")
        break
      }
      try await server.waitForOpenConnections(count: 0)
      #expect(ids.drawn.value == 6)
    }
  }

  @Test func cancelsAtRandomLeaveNothingBehind() async throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SeededGenerator(seed)
    var script = FixtureScript()
    script.otherwise { request in
      .product("\(request.path.dropFirst())", named: "Lamp")
        .with(.delay(.microseconds(request.number % 20)))
    }
    let loader = try ProductLoader.over(FixtureTransport(script))
    for round in 0..<200 {
      let ids = EndlessIDs()
      let order = Bool.random(using: &random) ? OutcomeOrder.asFinished : .asRequested
      let hasRead = Observed(0)
      let reading = Task {
        var outcomes: [LoadOutcome<Product>] = []
        for await outcome in loader.products(withIDs: ids, maxConcurrent: 4, order: order) {
          outcomes.append(outcome)
          hasRead.update { $0 += 1 }
        }
        return outcomes
      }
      let enough = Int.random(in: 0..<20, using: &random)
      try await hasRead.wait { $0 >= enough }
      reading.cancel()
      let outcomes = await reading.value
      // One outcome for each id that was drawn, and no other.
      #expect(outcomes.count == ids.drawn.value, "seed \(seed), round \(round)")
      #expect(Set(outcomes.map(\.id)).count == outcomes.count, "seed \(seed), round \(round)")
      let codes = Set(outcomes.map(\.result.code))
      #expect(codes.isSubset(of: ["ok", "cancelled"]), "seed \(seed), round \(round)")
    }
  }
}
