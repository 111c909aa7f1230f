import Dispatch
import ProductClient
import ProductClientOpenCombine

@testable import ProductClientTesting

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

extension Variant {
  /// Tells nothing after it was cancelled: so that is an end as well.
  func publisher(_ loader: ProductLoader<Product>, _ id: Product.ID) -> Run {
    let queue = DispatchQueue(label: "Variant")
    let results = Results<Product>()
    let isOver = Observed(false)
    let cancellable = loader.productPublisher(withID: id, resultQueue: queue)
      .sink { @Sendable completion in
        if case .failure(let error) = completion { results.handler(.failure(error)) }
        isOver.update { $0 = true }
      } receiveValue: { @Sendable product in
        results.handler(.success(product))
      }
    let subscription = HeldSubscription(cancellable)
    return Run(
      cancel: {
        subscription.cancel()
        isOver.update { $0 = true }
      },
      results: {
        try await isOver.wait { $0 }
        await queue.drain()
        subscription.cancel()
        return results.all
      })
  }
}

/// Keeps what would cancel the load if it were let go of.
private final class HeldSubscription: Sendable {
  private let cancellable: Lock<AnyCancellable>

  init(_ cancellable: sending AnyCancellable) {
    self.cancellable = Lock(cancellable)
  }

  func cancel() {
    cancellable.withLock { $0.cancel() }
  }
}
