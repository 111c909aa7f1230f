import Dispatch
import Foundation
import ProductClient
import Synchronization

/// Loads that are not sent through a queue: what ``Chain`` takes more is delivery.
final class LoadsAtOnce: Sendable {
  private let loader: ProductLoader<Product>
  private let id: Product.ID
  private let count: Int
  private let handedOver = Atomic(0)

  init(_ loader: ProductLoader<Product>, _ id: Product.ID, _ count: Int) {
    self.loader = loader
    self.id = id
    self.count = count
  }

  /// On the queue that the results are for, they are handed over inside the call. The first load
  /// makes the queue known to be such a one.
  func run() {
    let queue = DispatchQueue(label: "own")
    let end = DispatchSemaphore(value: 0)
    loader.loadProduct(withID: id, resultQueue: queue, hop: .whenNeeded) { _ in end.signal() }
    end.wait()
    queue.sync {
      for _ in 0..<count {
        loader.loadProduct(withID: id, resultQueue: queue, hop: .whenNeeded) { [self] result in
          guard case .success = result else { exit(1) }
          handedOver.wrappingAdd(1, ordering: .relaxed)
        }
      }
      guard handedOver.load(ordering: .relaxed) == count else { exit(1) }
    }
  }
}

/// Loads with `async`, which go through no result queue.
struct LoadsOneByOne: Sendable {
  private let loader: ProductLoader<Product>
  private let id: Product.ID
  private let count: Int

  init(_ loader: ProductLoader<Product>, _ id: Product.ID, _ count: Int) {
    self.loader = loader
    self.id = id
    self.count = count
  }

  func run() {
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      for _ in 0..<count {
        guard (try? await loader.product(withID: id)) != nil else { exit(1) }
      }
      end.signal()
    }
    end.wait()
  }
}
