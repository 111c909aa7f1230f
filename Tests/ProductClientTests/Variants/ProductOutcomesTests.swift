import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// A stream has one outcome for each id, in the order asked for, and comes to its end.
@Suite(.timeLimit(.minutes(1)))
struct ProductOutcomesTests {
  static let ids = (1...5).map { Product.ID($0) }

  @Test(arguments: [OutcomeOrder.asFinished, .asRequested])
  func eachIDHasOneOutcome(_ order: OutcomeOrder) async throws {
    let loader = try ProductLoader.over(FixtureTransport(.shop))
    let ids = (0..<100).map { Product.ID($0) }
    let outcomes = await all(loader.products(withIDs: ids, maxConcurrent: 7, order: order))
    #expect(outcomes.count == 100)
    #expect(Set(outcomes.map(\.id)) == Set(ids))
    #expect(outcomes.allSatisfy { $0.result.model?.id == $0.id })
    if order == .asRequested { #expect(outcomes.map(\.id) == ids) }
  }

  @Test(arguments: [
    (OutcomeOrder.asFinished, [5, 4, 3, 2, 1], 1), (.asRequested, [1, 2, 3, 4, 5], 5),
  ])
  func theOrderIsTheOneAskedFor(
    _ order: OutcomeOrder, _ expected: [Int], _ firstReadAt: Int
  ) async throws {
    let clock = VirtualClock()
    var script = FixtureScript()
    script.otherwise { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return .product("\(number)", named: "Lamp").with(.delay(.seconds(6 - number)))
    }
    let loader = try ProductLoader.over(FixtureTransport(script, clock: clock))
    let read = Observed<[Product.ID]>([])
    let reading = Task {
      for await outcome in loader.products(withIDs: Self.ids, order: order) {
        read.update { $0.append(outcome.id) }
      }
    }
    try await clock.waitForSleepers(count: 5)
    for second in 1...5 {
      clock.advance(by: .seconds(1))
      // The last one asked for ends first, and the first one last.
      if order == .asFinished { try await read.wait { $0.count == second } }
      if second < firstReadAt { #expect(read.value.isEmpty) }
    }
    await reading.value
    #expect(read.value == expected.map { Product.ID($0) })
  }

  @Test(arguments: [OutcomeOrder.asFinished, .asRequested])
  func anIDThatComesTwiceHasTwoOutcomes(_ order: OutcomeOrder) async throws {
    let transport = ManualTransport()
    let loader = try ProductLoader.over(transport)
    let reading = Task {
      await all(loader.products(withIDs: ["1", "2", "1", "1", "3"], order: order))
    }
    // The last one: the others are in flight, and share what is the same.
    try await transport.wait { $0.asked.last == "3" }
    for id in 1...3 { transport.answer(id) }
    let outcomes = await reading.value
    #expect(outcomes.map(\.id).sorted { "\($0)" < "\($1)" } == ["1", "1", "1", "2", "3"])
    #expect(outcomes.allSatisfy { $0.result.model?.id == $0.id })
    #expect(outcomes.filter(\.metrics.isShared).map(\.id) == ["1", "1"])
    #expect(transport.current.asked == ["1", "2", "3"])
  }

  @Test(arguments: [OutcomeOrder.asFinished, .asRequested])
  func failuresAreOutcomesLikeAnyOther(_ order: OutcomeOrder) async throws {
    var script = FixtureScript.shop
    script.on("/2", .status(404))
    script.on("/4", .json("{"))
    let url = try shopURL()
    let loader = ProductLoader(transport: FixtureTransport(script)) { id in
      guard id != "5" else { throw CancellationError() }
      return url.appending(path: "\(id)")
    }
    let outcomes = await all(loader.products(withIDs: Self.ids, order: order))
    let codes = Dictionary(uniqueKeysWithValues: outcomes.map { ($0.id, $0.result.code) })
    #expect(
      codes == ["1": "ok", "2": "notFound", "3": "ok", "4": "undecodable", "5": "invalidURL"])
  }

  @Test func outcomesHaveTheirNumbers() async throws {
    let loader = try ProductLoader.over(FixtureTransport(.shop))
    for await outcome in loader.products(withIDs: Self.ids) {
      #expect(outcome.metrics.attempts == 1)
      #expect(outcome.metrics.status == 200)
      #expect(outcome.metrics.exchange?.version == .http1_1)
      #expect(outcome.metrics.total > .zero)
    }
  }

  @Test func withoutIDsThereIsNothing() async throws {
    let loader = try ProductLoader.over(ManualTransport())
    #expect(await all(loader.products(withIDs: [])).isEmpty)
    var iterator = loader.products(withIDs: []).makeAsyncIterator()
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test(arguments: [OutcomeOrder.asFinished, .asRequested])
  func afterTheLastOutcomeThereIsNothingMore(_ order: OutcomeOrder) async throws {
    let loader = try ProductLoader.over(FixtureTransport(.shop))
    var iterator = loader.products(withIDs: ["1"], order: order).makeAsyncIterator()
    #expect(await iterator.next()?.id == "1")
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test func tenThousandIDsHaveTenThousandOutcomes() async throws {
    let transport = FixtureTransport(.shop)
    let loader = try ProductLoader.over(transport)
    let outcomes = loader.products(withIDs: (0..<10_000).lazy.map { Product.ID($0) })
    var seen = Set<Product.ID>()
    for await outcome in outcomes where outcome.result.model != nil { seen.insert(outcome.id) }
    #expect(seen.count == 10_000)
    #expect(transport.requestCount == 10_000)
  }

  @Test func eachIterationLoadsAnew() async throws {
    let transport = FixtureTransport(.shop)
    let outcomes = try ProductLoader.over(transport).products(withIDs: Self.ids)
    #expect(await all(outcomes).count == 5)
    #expect(await all(outcomes).count == 5)
    #expect(transport.requestCount == 10)
    async let one = all(outcomes)
    async let other = all(outcomes)
    #expect(await (one + other).map(\.id).count == 10)
  }

  @Test func overTheRealEngineItIsTheSame() async throws {
    var script = FixtureScript.shop
    script.on("/13", .status(404))
    script.on("/14", .json("{"))
    try await withFixtureServer(script) { server in
      let loader = ProductLoader.from(server)
      let ids = (0..<200).map { Product.ID($0) }
      for order in [OutcomeOrder.asFinished, .asRequested] {
        let outcomes = await all(loader.products(withIDs: ids, maxConcurrent: 8, order: order))
        #expect(outcomes.filter { $0.result.model?.id == $0.id }.count == 198)
        #expect(Set(outcomes.map(\.id)) == Set(ids))
        #expect(
          outcomes.compactMap { $0.result.error?.code }.sorted() == ["notFound", "undecodable"])
        if order == .asRequested { #expect(outcomes.map(\.id) == ids) }
      }
      // More at once would have needed more.
      #expect(server.acceptedConnections <= 8)
    }
  }

  /// Everything that the stream holds, to its end.
  private func all<IDs>(
    _ outcomes: ProductOutcomes<Product, IDs>
  ) async -> [LoadOutcome<Product>] where IDs: Sendable {
    await outcomes.reduce(into: []) { $0.append($1) }
  }
}
