import Dispatch
import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// The promised call sites run, and do what they say.
@Suite(.timeLimit(.minutes(1)))
struct CallSiteTests {
  let results = Results<Product>()

  private func fixtureLoader() throws -> ProductLoader<Product> {
    let url = try shopURL("7")
    return ProductLoader(transport: FixtureTransport(.shop)) { _ in url }
  }

  @Test func aLoaderTakesAnIDToAURL() async throws {
    // It leads to a host that does not exist: it is made, not used.
    _ = CallSites.loader()
    let called = Observed<[Product.ID]>([])
    let loader = CallSites.loaderOnMyQueue { id in
      called.update { $0.append(id) }
      return URL(filePath: "/")
    }
    let outcome = await CallSites.outcome("7", with: loader)
    #expect(outcome.result.code == "invalidURL")
    #expect(called.value == ["7"])
  }

  @Test(.enabled(if: TransportUnderTest.underTest.contains(.urlSession), "curl only"))
  func aLoaderGoesOverFoundation() async throws {
    try await withFixtureServer(.shop) { server in
      let loader = CallSites.loaderOverFoundation { id in server.url("/\(id)") }
      let product = try await CallSites.product("7", with: loader)
      #expect(product.id == "7")
    }
  }

  @Test func aLoaderGoesOverTheSharedEngine() async throws {
    var script = FixtureScript()
    script.on("/7", .json(#"{"id": 7, "title": "Lamp", "price": 9.99, "unknown": []}"#))
    try await withFixtureServer(script) { server in
      let loader = CallSites.loaderOfMyOwn { id in server.url("/\(id)") }
      let product = try await loader.product(withID: 7)
      #expect(product.title == "Lamp")
      #expect(product.price == Decimal(string: "9.99"))
    }
  }

  @Test func aHandlerGetsTheResult() async throws {
    let shown = Observed<[String]>([])
    _ = CallSites.load("7", with: try fixtureLoader()) { text in shown.update { $0.append(text) } }
    try await shown.wait { !$0.isEmpty }
    #expect(shown.value == ["Thing"])
  }

  @Test func eachFormOfAQueueDelivers() async throws {
    CallSites.loadOnQueues("7", with: try fixtureLoader(), show: results.handler)
    let all = try await results.wait(count: 4)
    #expect(all.map(\.model?.id) == ["7", "7", "7", "7"])
  }

  @Test func aTaskCancels() async throws {
    let url = try shopURL()
    let silent = FixtureTransport(
      .answering(FixtureReply.json("{}").with(.silence)), clock: VirtualClock())
    let loader = ProductLoader(transport: silent) { _ in url }
    let task = loader.loadProduct(withID: "7", handler: results.handler)
    CallSites.cancel(task)
    #expect(try await results.first() == .failure(.cancelled))
  }

  @Test func aProductIsAwaited() async throws {
    let product = try await CallSites.product("7", with: try fixtureLoader())
    #expect(product.name == "Thing")
  }

  @Test func anOutcomeHasItsNumbers() async throws {
    let outcome = await CallSites.outcome("7", with: try fixtureLoader())
    #expect(outcome.metrics.attempts == 1)
  }

  @Test func anErrorIsSwitchedOver() {
    let failure = LoadFailure(url: "http://h/", reason: "gone")
    #expect(CallSites.reason(for: .notFound(failure)) == "There is no such product.")
    #expect(CallSites.reason(for: .status(503, nil, failure)) == "The shop said 503.")
    #expect(CallSites.reason(for: .cancelled).hasPrefix("cancelled: "))
  }

  @Test func aConfigurationIsUsed() async throws {
    try await withFixtureServer(.shop) { server in
      let loader = ProductLoader.from(server, configuration: CallSites.configuration())
      _ = try await loader.product(withID: "7")
      let fields = try #require(server.requests.first?.fields)
      #expect(fields["Accept-Language"] == "de")
      #expect(fields["Accept"] == "application/json")
      #expect(fields["User-Agent"] == "ProductClient")
    }
  }

  @Test func whatTheDocumentsMakeCanBeMade() async throws {
    #expect(Snippets.configuration("sesame") is ProductLoader<Product>)
    #expect(try await Snippets.testing() is ProductLoader<Product>)
  }

  /// The articles that this library answers: a view controller that loads a product by its UUID.
  @Test func theCallSiteOfTheArticleWorks() async throws {
    final class ProductViewController: Sendable {
      let loader: ProductLoader<Product>
      let productID: Product.ID
      let name = Observed<String?>(nil)

      init(_ loader: ProductLoader<Product>, _ productID: UUID) {
        self.loader = loader
        self.productID = Product.ID(productID)
      }

      func update() {
        loader.loadProduct(withID: productID) { [weak self] result in
          switch result {
          case .success(let product): self?.name.update { $0 = product.name }
          case .failure(let error): self?.handle(error)
          }
        }
      }

      func handle(_ error: LoadError) {
        Issue.record(error)
      }
    }
    let controller = ProductViewController(try fixtureLoader(), UUID())
    controller.update()
    try await controller.name.wait { $0 != nil }
    #expect(controller.name.value == "Thing")
  }
}
