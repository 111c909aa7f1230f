import Dispatch
import Measuring
import ProductClient

/// So many loads at once: each that ends makes room for the next.
struct Loads<Model>: MeasuredProgram
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  private let loader: ProductLoader<Model>
  private let ids: [Model.ID]
  private let variant: Choice.Variant
  private let concurrency: Int

  init(
    _ ids: [Model.ID], by loader: ProductLoader<Model>, _ variant: Choice.Variant,
    _ concurrency: Int
  ) {
    self.ids = ids
    self.loader = loader
    self.variant = variant
    self.concurrency = concurrency
  }

  func run(_ tally: Tally) async {
    switch variant {
    case .closure: await runWithHandlers(tally)
    case .async, .exchange: await runWithTasks(tally)
    }
  }

  private func nextID(_ tally: Tally) -> Model.ID? {
    tally.next().map { ids[$0 % ids.count] }
  }
}

// MARK: - With handlers, on the loader's result queue

extension Loads {
  private func runWithHandlers(_ tally: Tally) async {
    let lanes = DispatchGroup()
    for _ in 0..<concurrency {
      lanes.enter()
      loadNext(tally, in: lanes)
    }
    await withCheckedContinuation { continuation in
      lanes.notify(queue: .global()) { continuation.resume() }
    }
  }

  private func loadNext(_ tally: Tally, in lanes: DispatchGroup) {
    guard let id = nextID(tally) else { return lanes.leave() }
    let start = tally.begin()
    loader.loadProduct(withID: id) { result in
      tally.end(start, result.failure)
      loadNext(tally, in: lanes)
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

// MARK: - With async

extension Loads {
  private func runWithTasks(_ tally: Tally) async {
    await withDiscardingTaskGroup { lanes in
      for _ in 0..<concurrency {
        lanes.addTask { await loadOneAfterAnother(tally) }
      }
    }
  }

  private func loadOneAfterAnother(_ tally: Tally) async {
    while let id = nextID(tally) {
      let start = tally.begin()
      do throws(LoadError) {
        _ = try await loader.product(withID: id)
        tally.end(start)
      } catch {
        tally.end(start, error)
      }
    }
  }
}
