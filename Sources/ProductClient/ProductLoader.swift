import Dispatch
import Foundation

/// Loads products by id, and hands each result over exactly once, on the queue you name.
///
/// <!-- snippet: first load -->
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
/// Besides closures there are a ``delegate``, the async ``product(withID:options:)``, the stream
/// ``products(withIDs:maxConcurrent:order:options:)``, ``updates(forID:options:)``, ``ProductLoadOperation`` and a
/// publisher. All of them are ways to be told of the same one delivery.
///
/// Loaders are cheap. Those that name no transport share ``CurlTransport/shared`` and with it
/// its connections.
public final class ProductLoader<Model>: Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  /// Receives the one result of a load.
  public typealias Handler = @Sendable (Result<Model, LoadError>) -> Void
  /// Tells where the product of an id is. Called once a load, maybe inside the call that starts
  /// it, so it must not block; what it throws ends the load with ``LoadError/invalidURL(_:)``.
  public typealias Resolver = @Sendable (Model.ID) throws -> URL

  let pipeline: LoadPipeline<Model>
  /// Where results go when a call names no queue.
  let place: ResultPlace
  /// Who is told of loads that name no handler; see ``delegate``.
  let delegateReference = Lock(DelegateReference<Model>())

  /// Creates a loader for any model.
  ///
  /// - Parameters:
  ///   - transport: What performs the exchanges. libcurl unless told.
  ///   - resultQueue: Where results are delivered when a call names no queue. The main queue
  ///     unless told; where nobody serves that (a script that blocks its main thread), name one.
  ///   - decoder: What makes a model of a body. Strict JSON unless told.
  ///   - configuration: Limits, times, fields, logger.
  ///   - resolver: Tells where the product of an id is.
  public convenience init(
    transport: any Transport = CurlTransport.shared,
    resultQueue: some ResultQueue = DispatchQueue.main,
    decoder: ModelDecoder<Model> = .json(),
    configuration: LoaderConfiguration = LoaderConfiguration(),
    resolver: @escaping Resolver
  ) {
    self.init(
      transport: transport, resultQueue: resultQueue, decoder: decoder,
      configuration: configuration, launch: Launch(), chance: .system, resolver: resolver)
  }

  #if compiler(>=6.3)
    @specialized(where Model == Product)
  #endif
  package init(
    transport: any Transport, resultQueue: any ResultQueue, decoder: ModelDecoder<Model>,
    configuration: LoaderConfiguration, launch: Launch, chance: Chance,
    resolver: @escaping Resolver
  ) {
    place = ResultPlace(resultQueue)
    pipeline = LoadPipeline(
      transport: transport, decoder: decoder, configuration: configuration, launch: launch,
      chance: chance, resolver: resolver)
  }

  /// Loads a product, and calls the handler once, on the loader's result queue.
  ///
  /// - Parameters:
  ///   - id: What to load.
  ///   - options: Its deadline and its priority.
  ///   - hop: Whether a result that is there at once still takes the way through the queue. It
  ///     does unless told; see ``Hop``.
  ///   - handler: Called once, with the result.
  @discardableResult
  public func loadProduct(
    withID id: Model.ID, options: LoadOptions = LoadOptions(), hop: Hop = .always,
    handler: @escaping Handler
  ) -> LoadTask {
    start(id, options, at: place.with(hop), handler)
  }

  /// Loads a product, and calls the handler once, on the given queue.
  ///
  /// <!-- snippet: queue of a call -->
  /// ```swift
  /// loader.loadProduct(withID: id, resultQueue: DispatchQueue(label: "mine")) { result in }
  /// ```
  ///
  /// - Parameters:
  ///   - id: What to load.
  ///   - resultQueue: Where the handler is called.
  ///   - options: Its deadline and its priority.
  ///   - hop: Whether a result that is there at once still takes the way through the queue. It does
  ///     unless told; see ``Hop``.
  ///   - handler: Receives the one result.
  @discardableResult
  public func loadProduct(
    withID id: Model.ID, resultQueue: some ResultQueue, options: LoadOptions = LoadOptions(),
    hop: Hop = .always, handler: @escaping Handler
  ) -> LoadTask {
    start(id, options, at: ResultPlace(resultQueue, hop: hop), handler)
  }

  // Compiled once more for the library's own model, as whatever bears this attribute: to look up at
  // run time what the generic types are for it would cost each load 5 000 instructions.
  #if compiler(>=6.3)
    @specialized(where Model == Product)
  #endif
  func start(
    _ id: Model.ID, _ options: LoadOptions, at place: ResultPlace, _ handler: @escaping Handler
  ) -> LoadTask {
    let load = pipeline.load(of: id, options)
    pipeline.start(load, of: id, Delivery(of: id, at: place) { handler($0.result) })
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
