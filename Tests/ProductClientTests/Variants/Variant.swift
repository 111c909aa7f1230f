import Dispatch
import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// Each way to ask for one product and to be told of its result.
///
/// A new one takes its place here, in ``begin(_:id:isCancelled:)``, and goes through every scenario
/// of `VariantEquivalenceTests` from then on.
enum Variant: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case closure
  case closureOnOperationQueue
  case closureInline
  case delegate
  case asyncProduct
  case asyncOutcome
  case streamAsFinished
  case streamAsRequested
  case updates
  case operation
  case operationInline
  case publisher

  var testDescription: String { rawValue }

  /// Whether the load has begun when the call returns: it cannot be cancelled before.
  var beginsInTheCall: Bool {
    switch self {
    case .closure, .closureOnOperationQueue, .closureInline, .delegate, .publisher: true
    default: false
    }
  }

  /// Whether a load that is cancelled so has no outcome. Of a stream it never begins when its reader
  /// is cancelled before; a publisher tells nothing after its cancel.
  func isSilent(in scenario: Scenario) -> Bool {
    switch self {
    case .streamAsFinished, .streamAsRequested: scenario == .cancelledBeforeStart
    case .publisher: scenario == .cancelledBeforeStart || scenario == .cancelledInFlight
    default: false
    }
  }

  /// Asks for the product.
  ///
  /// - Parameter isCancelled: Whether it is cancelled before it begins, where that can be.
  func begin(
    _ loader: ProductLoader<Product>, id: Product.ID, isCancelled: Bool
  ) -> Run {
    switch self {
    case .closure: closure(loader, id, DispatchQueue(label: "Variant"))
    case .closureOnOperationQueue: closure(loader, id, OperationQueue())
    case .closureInline: closure(loader, id, .inline)
    case .delegate: delegate(loader, id)
    case .asyncProduct: task(isCancelled) { await [loader.result(withID: id)] }
    case .asyncOutcome: task(isCancelled) { await [loader.outcome(withID: id).result] }
    case .streamAsFinished: stream(loader, id, .asFinished, isCancelled)
    case .streamAsRequested: stream(loader, id, .asRequested, isCancelled)
    case .updates:
      task(isCancelled) { await loader.updates(forID: id).reduce(into: []) { $0.append($1) } }
    case .operation: operation(loader, id, isCancelled, DispatchQueue(label: "Variant"))
    case .operationInline: operation(loader, id, isCancelled, .inline)
    case .publisher: publisher(loader, id)
    }
  }

  /// A load that was asked for.
  struct Run: Sendable {
    typealias Results = [Result<Product, LoadError>]

    let cancel: @Sendable () -> Void
    /// Returns when the load has ended, with everything that came of it.
    let results: @Sendable () async throws -> Results
  }
}

extension Variant {
  private func closure(
    _ loader: ProductLoader<Product>, _ id: Product.ID, _ queue: some ResultQueue
  ) -> Run {
    let results = Results<Product>()
    let task = loader.loadProduct(withID: id, resultQueue: queue, handler: results.handler)
    return Run(cancel: { task.cancel() }, results: { try await results.allThatCome(on: queue) })
  }

  private func delegate(_ loader: ProductLoader<Product>, _ id: Product.ID) -> Run {
    let listener = Listener()
    loader.delegate = listener
    let task = loader.loadProduct(withID: id)
    return Run(
      cancel: { task.cancel() },
      results: { try await listener.results.allThatCome(on: DispatchQueue.main) })
  }

  private func task(
    _ isCancelled: Bool, _ body: @escaping @Sendable () async -> Run.Results
  ) -> Run {
    let task = Task {
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      return await body()
    }
    return Run(cancel: { task.cancel() }, results: { await task.value })
  }

  private func stream(
    _ loader: ProductLoader<Product>, _ id: Product.ID, _ order: OutcomeOrder, _ isCancelled: Bool
  ) -> Run {
    task(isCancelled) {
      await loader.products(withIDs: [id], order: order).reduce(into: []) { $0.append($1.result) }
    }
  }

  private func operation(
    _ loader: ProductLoader<Product>, _ id: Product.ID, _ isCancelled: Bool,
    _ queue: some ResultQueue
  ) -> Run {
    let results = Results<Product>()
    let operation = ProductLoadOperation(
      loader: loader, id: id, resultQueue: queue, handler: results.handler)
    if isCancelled { operation.cancel() }
    let operations = OperationQueue()
    operations.addOperation(operation)
    return Run(
      cancel: { operation.cancel() },
      results: {
        await operations.finish()
        let all = try await results.allThatCome(on: queue)
        #expect(operation.result == all.first)
        return all
      })
  }
}

/// A delegate that keeps what it is told.
private final class Listener: ProductLoaderDelegate {
  let results = Results<Product>()

  func productLoader(
    _ loader: ProductLoader<Product>, didFinishLoading result: Result<Product, LoadError>,
    for id: Product.ID
  ) {
    results.handler(result)
  }
}

extension Results where Model == Product {
  /// The first result and whatever else has come by the time that the queue is through with it.
  fileprivate func allThatCome(
    on queue: some ResultQueue
  ) async throws -> [Result<Product, LoadError>] {
    try await wait(count: 1)
    await withCheckedContinuation { continuation in
      queue.enqueue { continuation.resume() }
    }
    return all
  }
}

extension ProductLoader {
  fileprivate func result(withID id: Model.ID) async -> Result<Model, LoadError> {
    do throws(LoadError) {
      return .success(try await product(withID: id))
    } catch {
      return .failure(error)
    }
  }
}
