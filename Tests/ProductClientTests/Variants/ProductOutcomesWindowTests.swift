import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// A stream runs ahead of its reader so far and no further: it draws ids and starts loads as their
/// outcomes are asked for.
@Suite(.timeLimit(.minutes(1)))
struct ProductOutcomesWindowTests {
  let transport = ManualTransport()
  let ids = EndlessIDs()

  private func outcomes(
    maxConcurrent: Int, order: OutcomeOrder = .asFinished
  ) throws -> ProductOutcomes<Product, EndlessIDs> {
    try ProductLoader.over(transport)
      .products(withIDs: ids, maxConcurrent: maxConcurrent, order: order)
  }

  /// Reads on and on, and keeps the ids.
  private func read(
    _ outcomes: ProductOutcomes<Product, EndlessIDs>, _ read: Observed<[Product.ID]>
  ) -> Task<Void, Never> {
    Task {
      for await outcome in outcomes { read.update { $0.append(outcome.id) } }
    }
  }

  @Test(arguments: [OutcomeOrder.asFinished, .asRequested], [1, 2, 4])
  func soManyAreInFlightAndNoMore(_ order: OutcomeOrder, _ maxConcurrent: Int) async throws {
    let read = Observed<[Product.ID]>([])
    let reading = self.read(try outcomes(maxConcurrent: maxConcurrent, order: order), read)
    for answered in 0..<20 {
      // Full again after each answer.
      try await transport.wait { $0.asked.count == answered + maxConcurrent }
      transport.answer(answered)
    }
    try await read.wait { $0.count == 20 }
    #expect(read.value == (0..<20).map { Product.ID($0) })
    #expect(transport.current.mostInFlight <= maxConcurrent)
    reading.cancel()
    await reading.value
  }

  @Test(arguments: [0, -1, Int.min])
  func oneIsTheLeast(_ maxConcurrent: Int) async throws {
    let read = Observed<[Product.ID]>([])
    let reading = self.read(try outcomes(maxConcurrent: maxConcurrent), read)
    for answered in 0..<3 {
      try await transport.wait { $0.asked.count == answered + 1 }
      transport.answer(answered)
    }
    try await read.wait { $0.count == 3 }
    #expect(transport.current.mostInFlight == 1)
    reading.cancel()
    await reading.value
  }

  @Test(arguments: [OutcomeOrder.asFinished, .asRequested], [Int.max, 200])
  func allMayBeInFlight(_ order: OutcomeOrder, _ maxConcurrent: Int) async throws {
    let ids = (0..<200).map { Product.ID($0) }
    let loader = try ProductLoader.over(transport)
    let reading = Task {
      await loader.products(withIDs: ids, maxConcurrent: maxConcurrent, order: order)
        .reduce(into: 0) { count, _ in count += 1 }
    }
    try await transport.wait { $0.inFlight == 200 }
    for id in ids { transport.answer(id) }
    #expect(await reading.value == 200)
  }

  @Test func aReaderThatStopsStopsTheLoading() async throws {
    var iterator = try ProductLoader.over(FixtureTransport(.shop))
      .products(withIDs: ids, maxConcurrent: 4).makeAsyncIterator()
    #expect(ids.drawn.value == 0)
    for read in 1...50 {
      #expect(await iterator.next()?.result.code == "ok")
      // Four are in flight or wait to be read, whatever became of them meanwhile.
      #expect(ids.drawn.value == read + 4)
    }
  }

  @Test func inTheOrderAskedAsManyAgainMayWaitBehindASlowOne() async throws {
    let read = Observed<[Product.ID]>([])
    let reading = self.read(try outcomes(maxConcurrent: 4, order: .asRequested), read)
    // The first is slow: the others go on until four are in flight or have ended behind it.
    for answered in 1...7 {
      try await transport.wait { [most = min(answered + 3, 8)] in $0.asked.count == most }
      transport.answer(answered)
    }
    try await transport.wait { $0.inFlight == 1 }
    #expect(transport.current.asked.count == 8)
    #expect(read.value.isEmpty)
    transport.answer(0)
    // Four more as soon as there is room.
    try await transport.wait { $0.inFlight == 4 }
    try await read.wait { $0.count == 8 }
    #expect(read.value == (0..<8).map { Product.ID($0) })
    #expect(transport.current.mostInFlight == 4)
    reading.cancel()
    await reading.value
  }

  @Test func asTheyFinishNothingWaitsForASlowOne() async throws {
    let read = Observed<[Product.ID]>([])
    let reading = self.read(try outcomes(maxConcurrent: 2), read)
    for answered in 1...30 {
      try await transport.wait { $0.asked.count == answered + 1 }
      transport.answer(answered)
    }
    try await read.wait { $0.count == 30 }
    #expect(read.value == (1...30).map { Product.ID($0) })
    transport.answer(0)
    try await read.wait { $0.last == "0" }
    reading.cancel()
    await reading.value
  }

  @Test func idsWithoutEndMayBeLeft() async throws {
    let loader = try ProductLoader.over(FixtureTransport(.shop))
    var read = 0
    for await _ in loader.products(withIDs: ids, maxConcurrent: 8) {
      read += 1
      if read == 100 { break }
    }
    #expect(ids.drawn.value == 108)
  }

  @Test func nothingIsDrawnBeforeTheFirstRead() async throws {
    let outcomes = try outcomes(maxConcurrent: 4)
    _ = outcomes.makeAsyncIterator()
    #expect(ids.drawn.value == 0)
    #expect(transport.current.asked.isEmpty)
  }

  @Test func anOutcomeIsLetGoOfOnceItWasRead() async throws {
    let url = try shopURL()
    var script = FixtureScript()
    script.otherwise { .json(#"{"id": \#($0.path.dropFirst())}"#) }
    let loader = ProductLoader<Tracked>(transport: FixtureTransport(script)) { id in
      url.appending(path: "\(id)")
    }
    for order in [OutcomeOrder.asFinished, .asRequested] {
      var read = 0
      for await _ in loader.products(withIDs: 0..<500, maxConcurrent: 4, order: order) {
        read += 1
        // This one, the one before it, and what may wait to be read.
        #expect(Tracked.alive.value <= 2 + 8)
      }
      #expect(read == 500)
    }
    try await Tracked.alive.wait { $0 == 0 }
  }
}

/// A model that knows how many of it there are.
private final class Tracked: Decodable, Identifiable, Sendable {
  static let alive = Observed(0)

  private enum Key: CodingKey {
    case id
  }

  let id: Int

  init(from decoder: any Decoder) throws {
    id = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .id)
    Self.alive.update { $0 += 1 }
  }

  deinit {
    Self.alive.update { $0 -= 1 }
  }
}
