import Dispatch
import Foundation

/// Loads products by id, and hands each result over exactly once, on the queue you name.
///
/// ```swift
/// let loader = ProductLoader { id in URL(string: "https://shop.example/products/\(id).json")! }
///
/// loader.loadProduct(withID: "42") { result in
///   // on the main queue
/// }
/// ```
///
/// A load may be started from any thread or queue. Each delivers exactly one result: whatever is
/// cancelled, times out, fails or is let go of. It comes on the call's queue, else on the
/// loader's, else on the main queue, and never inside the call that started it. A loader may be
/// let go of while loads are in progress; no shutdown is needed.
///
/// Loaders are cheap. Those that name no transport share ``CurlTransport/shared`` and with it
/// its connections.
public final class ProductLoader<Model>: Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  /// Receives the one result of a load.
  public typealias Handler = @Sendable (Result<Model, LoadError>) -> Void
  /// Tells where the product of an id is. Called once a load, on no particular thread; what it
  /// throws ends the load with ``LoadError/invalidURL(_:)``.
  public typealias Resolver = @Sendable (Model.ID) throws -> URL

  private let pipeline: LoadPipeline<Model>
  private let resultQueue: any ResultQueue

  /// Creates a loader for any model.
  ///
  /// - Parameters:
  ///   - transport: What performs the exchanges. libcurl unless told.
  ///   - resultQueue: Where results are delivered when a call names no queue. The main queue
  ///     unless told; where nobody serves that (a script that blocks its main thread), name one.
  ///   - decoder: What makes a model of a body. Strict JSON unless told.
  ///   - configuration: Limits, times, fields, logger.
  ///   - resolver: Tells where the product of an id is.
  public init(
    transport: any Transport = CurlTransport.shared,
    resultQueue: some ResultQueue = DispatchQueue.main,
    decoder: ModelDecoder<Model> = .json(),
    configuration: LoaderConfiguration = LoaderConfiguration(),
    resolver: @escaping Resolver
  ) {
    self.resultQueue = resultQueue
    pipeline = LoadPipeline(
      transport: transport, decoder: decoder, configuration: configuration, resolver: resolver)
  }

  /// Loads a product, and calls the handler once, on the loader's result queue.
  @discardableResult
  public func loadProduct(withID id: Model.ID, handler: @escaping Handler) -> LoadTask {
    start(id, Delivery(on: resultQueue, to: handler))
  }

  /// Loads a product, and calls the handler once, on the given queue.
  ///
  /// ```swift
  /// loader.loadProduct(withID: id, resultQueue: DispatchQueue(label: "mine")) { result in }
  /// ```
  @discardableResult
  public func loadProduct(
    withID id: Model.ID, resultQueue: some ResultQueue, handler: @escaping Handler
  ) -> LoadTask {
    start(id, Delivery(on: resultQueue, to: handler))
  }

  private func start(_ id: Model.ID, _ delivery: consuming sending Delivery<Model>) -> LoadTask {
    let load = Load(delivery)
    load.start { [pipeline] in await pipeline.outcome(for: id) }
    return LoadTask(load)
  }
}

extension ProductLoader where Model == Product {
  /// Creates a loader of ``Product``: what `ProductLoader { id in … }` means when no model is named.
  ///
  /// The parameters are those of ``init(transport:resultQueue:decoder:configuration:resolver:)``.
  public convenience init(
    transport: any Transport = CurlTransport.shared,
    resultQueue: some ResultQueue = DispatchQueue.main,
    configuration: LoaderConfiguration = LoaderConfiguration(),
    resolver: @escaping Resolver
  ) {
    self.init(
      transport: transport, resultQueue: resultQueue, decoder: .json(),
      configuration: configuration, resolver: resolver)
  }
}

extension ProductLoader {
  /// Loads a product and returns it. Never touches the result queue.
  ///
  /// Cancelling the calling task cancels the load, which then throws ``LoadError/cancelled``
  /// unless it had ended before.
  public func product(withID id: Model.ID) async throws(LoadError) -> Model {
    try await outcome(withID: id).result.get()
  }

  /// Loads a product and returns its result together with its numbers. Never touches the result
  /// queue. Cancelling the calling task cancels the load.
  public func outcome(withID id: Model.ID) async -> LoadOutcome<Model> {
    await pipeline.outcome(for: id)
  }
}
