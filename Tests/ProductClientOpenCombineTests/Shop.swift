import Foundation
import ProductClient
import ProductClientTesting
import TestSupport

/// A shop without a network, and a loader of its products.
///
/// At `/missing` is no product, at `/late` one that comes after a second of the clock, at `/silent`
/// one that never comes, and at any other path the product whose id the path is.
struct Shop: Sendable {
  let clock = VirtualClock()
  let transport: FixtureTransport
  let marked = MarkedQueue()

  init() {
    transport = FixtureTransport(Self.script, clock: clock)
  }

  static var script: FixtureScript {
    var script = FixtureScript()
    script.on("/missing", .status(404))
    script.on("/late", FixtureReply.product("late").with(.delay(.seconds(1))))
    script.on("/silent", FixtureReply.product("silent").with(.silence))
    script.on("/second-time", .status(503), .product("second-time"))
    script.otherwise { .product(String($0.path.dropFirst())) }
    return script
  }

  /// A loader that delivers on ``marked``.
  var loader: ProductLoader<Product> { loader(resultQueue: marked.queue) }

  func loader(resultQueue: some ResultQueue) -> ProductLoader<Product> {
    ProductLoader(transport: transport, resultQueue: resultQueue, resolver: Self.url)
  }

  /// At a host that does not exist: the transport asks nobody.
  private static func url(for id: Product.ID) throws -> URL {
    guard let url = URL(string: "http://shop.example/\(id)") else { throw URLError(.badURL) }
    return url
  }
}

extension FixtureReply {
  fileprivate static func product(_ id: String) -> FixtureReply {
    .json(#"{"id": "\#(id)", "name": "Thing \#(id)"}"#)
  }
}
