import ProductClient
import TestSupport
import Testing

@testable import ProductClientTesting

/// What a load handed over, and where.
struct HandedOver: Sendable {
  private let id: Product.ID
  private let queue: MarkedQueue
  private let results = Results<Product>()
  private let areOnQueue = Observed(true)

  fileprivate init(of id: Product.ID, on queue: MarkedQueue) {
    self.id = id
    self.queue = queue
  }

  fileprivate func take(_ result: Result<Product, LoadError>) {
    if !queue.isCurrent { areOnQueue.update { $0 = false } }
    results.handler(result)
  }

  /// Returns as soon as there is a result; throws when there is none in ten seconds.
  func wait() async throws {
    try await withThrowingTaskGroup { group in
      group.addTask { _ = try await results.wait(count: 1) }
      group.addTask { [id] in
        try await ContinuousClock().sleep(for: .seconds(10))
        throw LostResult(id: id)
      }
      try await group.next()
      group.cancelAll()
    }
  }

  /// Expects exactly one result, on the queue, that is such an end.
  func expect(_ end: ExpectedEnd) {
    #expect(results.all.count == 1, "\(id)")
    #expect(areOnQueue.value, "\(id)")
    for result in results.all {
      #expect(end.allows(result), "\(id): \(end), but \(result)")
    }
  }
}

extension ProductLoader where Model == Product {
  /// Starts a load and keeps what it hands over.
  func begin(_ id: Product.ID, on queue: MarkedQueue) -> HandedOver {
    let handedOver = HandedOver(of: id, on: queue)
    loadProduct(withID: id, resultQueue: queue.queue) { handedOver.take($0) }
    return handedOver
  }
}

/// A load without a result.
private struct LostResult: Error {
  let id: Product.ID
}
