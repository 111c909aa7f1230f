import Dispatch
import Foundation
import ProductClient
import ProductClientTesting

/// What the doc comments show, where the compiler sees it; see ``Snippets``.
enum DocCommentSnippets {
  typealias MyProduct = CallSites.MyProduct

  static func url(for id: Product.ID) -> URL {
    Snippets.url(for: id)
  }

  static func load(clock: VirtualClock) async -> Bool {
    (try? await clock.sleep(for: .seconds(30))) != nil
  }

  static func firstLoad() {
    // snippet: first load
    let loader = ProductLoader { id in URL(string: "https://shop.example/products/\(id).json")! }

    loader.loadProduct(withID: "42") { result in
      // on the main queue
    }
    // end
  }

  static func addressPolicy() -> LoaderConfiguration {
    // snippet: address policy
    var configuration = LoaderConfiguration()
    configuration.addressPolicy = .publicOnly
    // end
    return configuration
  }

  static func queueOfACall(_ id: Product.ID, _ loader: ProductLoader<Product>) {
    // snippet: queue of a call
    loader.loadProduct(withID: id, resultQueue: DispatchQueue(label: "mine")) { result in }
    // end
  }

  static func outcomes(_ ids: [Product.ID], _ loader: ProductLoader<Product>) async {
    // snippet: outcomes
    for await outcome in loader.products(withIDs: ids) {
      print(outcome.id, outcome.result)
    }
    // end
  }

  static func queuedOperation(
    _ id: Product.ID, _ loader: ProductLoader<Product>, _ queue: OperationQueue
  ) {
    // snippet: queued operation
    let operation = ProductLoadOperation(loader: loader, id: id) { result in }
    queue.addOperation(operation)
    // end
  }

  static func ownDecoder() -> any Sendable {
    // snippet: own decoder
    let decoder = ModelDecoder<MyProduct> { body in
      try JSONDecoder().decode(MyProduct.self, from: Data(body))
    }
    // end
    return decoder
  }

  static func sharedTraffic() -> any Sendable {
    // snippet: shared traffic
    let traffic = Traffic(TrafficRules(maxInFlightPerOrigin: 20, rate: RateLimit(perSecond: 50)))
    let products = ProductLoader(configuration: LoaderConfiguration(traffic: traffic)) { id in
      url(for: id)
    }
    // end
    return products
  }

  static func fixtureServer(_ script: FixtureScript) async throws -> any Sendable {
    // snippet: fixture server
    let server = try await FixtureServer.start(script)
    let loader = ProductLoader { id in server.url("/products/\(id).json") }
    try await server.waitForRequests(count: 1)
    await server.stop()
    // end
    return loader
  }

  static func fixtureScript() -> any Sendable {
    // snippet: fixture script
    var script = FixtureScript(folder: URL(filePath: "Fixtures"))
    script.on("/products/1.json", .status(503), .json(#"{"id": 1, "name": "Lamp"}"#))
    script.on("/products/2.json") { request in
      request.visit.isMultiple(of: 3) ? .status(500) : .json(#"{"id": 2, "name": "Chair"}"#)
    }
    // end
    return script
  }

  static func fixtureTransport(_ script: FixtureScript) -> any Sendable {
    // snippet: fixture transport
    let clock = VirtualClock()
    let transport = FixtureTransport(script, clock: clock)
    let loader = ProductLoader(transport: transport) { id in url(for: id) }
    // end
    return loader
  }

  static func virtualClock() async throws -> any Sendable {
    // snippet: virtual clock
    let clock = VirtualClock()
    async let result = load(clock: clock)
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(30))
    // end
    return await result
  }
}
