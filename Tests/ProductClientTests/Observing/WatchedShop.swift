import Dispatch
import Foundation
import Logging
import ProductClientTesting
import TestSupport

@testable import ProductClient

/// A shop without a network, with a clock that stands still, whose loads are watched.
struct WatchedShop {
  let clock = VirtualClock()
  let events = EventRecorder()
  let results = Results<Product>()
  let queue = DispatchQueue(label: "WatchedShop")
  var configuration: LoaderConfiguration

  init(_ rules: TrafficRules = TrafficRules()) {
    var logger = Logger(label: "WatchedShop") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    configuration = LoaderConfiguration(
      retries: RetryPolicy(firstDelay: .zero), traffic: Traffic(rules, clock: clock),
      logger: logger, observers: [events])
  }

  func loader(_ script: FixtureScript) throws -> ProductLoader<Product> {
    try loader(over: FixtureTransport(script, clock: clock))
  }

  func loader(over transport: some Transport) throws -> ProductLoader<Product> {
    let url = try shopURL()
    return ProductLoader(
      transport: transport, resultQueue: queue, configuration: configuration
    ) { id in url.appending(path: "\(id)") }
  }

  /// Starts a load; its result goes to `results`.
  @discardableResult
  func load(
    _ id: Product.ID = "7", by loader: ProductLoader<Product>,
    _ options: LoadOptions = LoadOptions()
  ) -> LoadTask {
    loader.loadProduct(withID: id, options: options, handler: results.handler)
  }
}

extension FixtureScript {
  /// Answers everything with the reply.
  static func always(_ reply: FixtureReply) -> FixtureScript {
    var script = FixtureScript()
    script.otherwise(reply)
    return script
  }
}
