import Dispatch
import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// A delegate that belongs to the main actor, as a view controller does.
@Suite(.timeLimit(.minutes(1)))
struct MainActorDelegateTests {
  @Test func aControllerOfTheMainActorIsADelegate() async throws {
    let url = try shopURL("7")
    let controller = await ProductViewController(
      ProductLoader(transport: FixtureTransport(.shop)) { _ in url })
    await controller.update()
    try await controller.isShown.wait { $0 }
    #expect(await controller.name == "Thing")
  }
}

/// The loader's result queue is the main one, so the call may be taken for one of the main actor.
@MainActor
private final class ProductViewController: ProductLoaderDelegate {
  let loader: ProductLoader<Product>
  let isShown = Observed(false)
  private(set) var name: String?

  init(_ loader: ProductLoader<Product>) {
    self.loader = loader
    loader.delegate = self
  }

  func update() {
    loader.loadProduct(withID: "7")
  }

  nonisolated func productLoader(
    _ loader: ProductLoader<Product>, didFinishLoading result: Result<Product, LoadError>,
    for id: Product.ID
  ) {
    MainActor.assumeIsolated { show(result) }
  }

  private func show(_ result: Result<Product, LoadError>) {
    name = result.model?.name
    isShown.update { $0 = true }
  }
}
