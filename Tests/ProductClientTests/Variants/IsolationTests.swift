import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// The async variants are used inside an actor as anywhere else: this compiles without a warning,
/// and the actor's state is at hand between two outcomes.
@Suite(.timeLimit(.minutes(1)))
struct IsolationTests {
  static let ids = (0..<20).map { Product.ID($0) }

  @Test func anActorReadsAStream() async throws {
    let shelf = Shelf(try ProductLoader.over(FixtureTransport(.shop)))
    await shelf.fill(Self.ids)
    #expect(await shelf.products.map(\.id) == Self.ids)
  }

  @Test func anActorReadsAStreamStepByStep() async throws {
    let shelf = Shelf(try ProductLoader.over(FixtureTransport(.shop)))
    await shelf.fillTwo(Self.ids)
    #expect(await shelf.products.map(\.id) == ["0", "1"])
  }

  @Test func anActorReadsIdsThatAreItsOwn() async throws {
    let shelf = Shelf(try ProductLoader.over(FixtureTransport(.shop)))
    await shelf.fillWithOwnIDs()
    #expect(await shelf.products.map(\.id) == ["7", "8"])
  }

  @Test func anActorReadsUpdatesAndProducts() async throws {
    let shelf = Shelf(try ProductLoader.over(FixtureTransport(.shop)))
    try await shelf.fillOneByOne("7")
    #expect(await shelf.products.map(\.id) == ["7", "7", "7", "7"])
  }

  @Test @MainActor func theMainActorReadsAStream() async throws {
    let loader = try ProductLoader.over(FixtureTransport(.shop))
    var names: [String] = []
    for await outcome in loader.products(withIDs: Self.ids, maxConcurrent: 4) {
      MainActor.assertIsolated()
      if let product = outcome.result.model { names.append(product.name) }
    }
    for await result in loader.updates(forID: "7") { names.append(result.model?.name ?? "?") }
    names.append(try await loader.product(withID: "7").name)
    #expect(names == Array(repeating: "Thing", count: 22))
  }
}

private actor Shelf {
  private let loader: ProductLoader<Product>
  private var ownIDs = OwnIDs(["7", "8"])
  private(set) var products: [Product] = []

  init(_ loader: ProductLoader<Product>) {
    self.loader = loader
  }

  func fill(_ ids: [Product.ID]) async {
    for await outcome in loader.products(withIDs: ids, order: .asRequested) { put(outcome.result) }
  }

  func fillTwo(_ ids: [Product.ID]) async {
    var iterator = loader.products(withIDs: ids, order: .asRequested).makeAsyncIterator()
    for _ in 1...2 {
      if let outcome = await iterator.next(isolation: self) { put(outcome.result) }
    }
  }

  func fillWithOwnIDs() async {
    for await outcome in loader.products(withIDs: ownIDs, order: .asRequested) {
      put(outcome.result)
    }
  }

  func fillOneByOne(_ id: Product.ID) async throws {
    for await result in loader.updates(forID: id) { put(result) }
    var updates = loader.updates(forID: id).makeAsyncIterator()
    if let result = await updates.next() { put(result) }
    put(.success(try await loader.product(withID: id)))
    put(await loader.outcome(withID: id).result)
  }

  private func put(_ result: Result<Product, LoadError>) {
    if let product = result.model { products.append(product) }
  }
}

/// Ids that must not leave the actor.
private final class OwnIDs: Sequence {
  private let ids: [Product.ID]

  init(_ ids: [Product.ID]) {
    self.ids = ids
  }

  func makeIterator() -> [Product.ID].Iterator {
    ids.makeIterator()
  }
}

@available(*, unavailable)
extension OwnIDs: Sendable {}
