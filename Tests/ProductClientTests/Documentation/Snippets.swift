import Dispatch
import Foundation
import ProductClient
import ProductClientTesting

/// What the documents show, where the compiler sees it.
///
/// A block that follows `<!-- snippet: NAME -->` is the region of that name, less its indentation:
/// `DocumentationTests` compares them. Most lead to a host that does not exist: nobody calls them.
enum Snippets {
  static func url(for id: Product.ID) -> URL {
    URL(filePath: "/\(id)")
  }

  static func loader() {
    // snippet: loader
    let loader = ProductLoader { id in URL(string: "https://shop.example/products/\(id).json")! }

    let task = loader.loadProduct(withID: "kettle-steel") { result in
      switch result {
      case .success(let product): print(product.name, product.price?.amountText ?? "")
      case .failure(let error): print(error)
      }
    }
    task.cancel()
    // end
  }

  static func queues(_ id: Product.ID) {
    // snippet: queues
    let shop = DispatchQueue(label: "shop")
    let loader = ProductLoader(resultQueue: shop) { id in url(for: id) }

    loader.loadProduct(withID: id) { result in }  // on shop
    loader.loadProduct(withID: id, resultQueue: .main) { result in }
    loader.loadProduct(withID: id, resultQueue: OperationQueue.current ?? .main) { result in }
    // end
  }

  static func async(_ id: Product.ID, _ loader: ProductLoader<Product>) async {
    // snippet: async
    do {
      let product = try await loader.product(withID: id)
      print(product.name)
    } catch .notFound {
      print("no such product")
    } catch {
      print(error.code, error)
    }
    // end
  }

  static func model() -> any Sendable {
    // snippet: model
    struct Offer: Decodable, Identifiable, Sendable {
      let id: Int
      let title: String
      let price: Decimal  // exact: 0.1 in the document is 0.1 here
    }

    let offers = ProductLoader<Offer> { id in URL(string: "https://shop.example/offers/\(id)")! }
    // end
    return offers
  }

  static func resilience(id: Product.ID) -> any Sendable {
    // snippet: resilience
    var configuration = LoaderConfiguration(
      deadline: .seconds(10),  // over all attempts and waits
      retries: RetryPolicy(maxRetries: 5),
      hedging: .afterQuantile(0.95),  // a second exchange for the slowest; off unless asked for
      traffic: Traffic(TrafficRules(maxInFlightPerOrigin: 20, rate: RateLimit(perSecond: 100))))
    configuration.addressPolicy = .publicOnly  // where ids or URLs come from outside

    let loader = ProductLoader(configuration: configuration) { id in url(for: id) }
    let options = LoadOptions(deadline: .seconds(2), priority: .high)
    loader.loadProduct(withID: id, options: options) { result in
      if case .failure(let error) = result { print(error.code, error.failure?.earlier ?? []) }
    }
    // end
    return loader
  }

  static func configuration(_ secret: String) -> any Sendable {
    // snippet: configuration
    var configuration = LoaderConfiguration()
    configuration.limits.bodyBytes = 1 << 20
    configuration.timeouts.attempt = .seconds(5)
    if let key = HTTPField(name: "X-Api-Key", value: secret) { configuration.fields.append(key) }

    let transport = CurlTransport(
      configuration: CurlConfiguration(maxConcurrentExchanges: 64, proxy: .none))
    let loader = ProductLoader(transport: transport, configuration: configuration) { id in
      url(for: id)
    }
    // end
    return loader
  }

  static func testing() async throws -> any Sendable {
    // snippet: testing
    var script = FixtureScript()
    script.on("/products/1.json", .status(503), .json(#"{"id": "1", "name": "Lamp"}"#))
    script.on("/products/2.json", .json("{}").with(.stall(afterBodyBytes: 1)))

    let server = try await FixtureServer.start(script)
    let loader = ProductLoader { id in server.url("/products/\(id).json") }
    // or: ProductLoader(transport: FixtureTransport(script)) { … }
    await server.stop()
    // end
    return loader
  }
}
