import Dispatch
import ProductClient
import Synchronization

/// So many loads, so many at once: each that ends makes room for the next.
final class Loads<Model>: Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  private let loader: ProductLoader<Model>
  private let ids: [Model.ID]
  private let limit: Int
  private let concurrency: Int
  private let started = Atomic(0)
  private let failures = Atomic(0)

  init(_ limit: Int, of ids: [Model.ID], by loader: ProductLoader<Model>, concurrency: Int) {
    self.limit = limit
    self.ids = ids
    self.loader = loader
    self.concurrency = concurrency
  }

  /// How many have failed.
  var failed: Int { failures.load(ordering: .relaxed) }

  private func nextID() -> Model.ID? {
    let number = started.wrappingAdd(1, ordering: .relaxed).oldValue
    return number < limit ? ids[number % ids.count] : nil
  }

  private func count(_ result: Result<Model, LoadError>) {
    guard case .failure(let error) = result else { return }
    if failures.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { say("\(error)") }
  }
}

// MARK: - With handlers, on the loader's result queue

extension Loads {
  func runWithHandlers() async {
    let lanes = DispatchGroup()
    for _ in 0..<concurrency {
      lanes.enter()
      loadNext(in: lanes)
    }
    await withCheckedContinuation { continuation in
      lanes.notify(queue: .global()) { continuation.resume() }
    }
  }

  private func loadNext(in lanes: DispatchGroup) {
    guard let id = nextID() else { return lanes.leave() }
    loader.loadProduct(withID: id) { [self] result in
      count(result)
      loadNext(in: lanes)
    }
  }
}

// MARK: - With async

extension Loads {
  func runWithTasks() async {
    await withDiscardingTaskGroup { lanes in
      for _ in 0..<concurrency {
        lanes.addTask { [self] in await loadOneAfterAnother() }
      }
    }
  }

  private func loadOneAfterAnother() async {
    while let id = nextID() {
      do throws(LoadError) {
        count(.success(try await loader.product(withID: id)))
      } catch {
        count(.failure(error))
      }
    }
  }
}
