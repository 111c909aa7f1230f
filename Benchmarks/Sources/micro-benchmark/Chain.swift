import Dispatch
import Foundation
import ProductClient

/// One load after the other, each begun by the handler of the one before.
final class Chain<Model>: Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  private let loader: ProductLoader<Model>
  private let id: Model.ID
  private let count: Int
  private let end = DispatchSemaphore(value: 0)

  init(_ loader: ProductLoader<Model>, _ id: Model.ID, _ count: Int) {
    self.loader = loader
    self.id = id
    self.count = count
  }

  func run() {
    load(0)
    end.wait()
  }

  private func load(_ number: Int) {
    guard number < count else {
      end.signal()
      return
    }
    loader.loadProduct(withID: id) { [self] result in
      guard case .success = result else { exit(1) }
      load(number + 1)
    }
  }
}
