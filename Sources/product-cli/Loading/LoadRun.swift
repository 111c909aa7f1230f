import ProductClient

/// Loads every id of a source, so many at once, and reports each result.
///
/// Ids are asked for when those at hand are under way, and results are awaited by the report:
/// neither a long list nor a slow reader fills the memory.
struct LoadRun: Sendable {
  let loader: ProductLoader<Product>
  let concurrency: Int
  let isOrdered: Bool

  private enum Event: Sendable {
    case asked(Result<[String], Stop>)
    case loaded(place: Int, LoadOutcome<Product>)
  }

  /// Returns when all was loaded, or when the task was cancelled; results that were there by then
  /// have been reported. Throws when the ids cannot be read, or the report cannot be written.
  func run(_ ids: IdSource, into report: Report) async throws {
    try await withThrowingTaskGroup(of: Event.self) { group in
      var window = Window(width: concurrency, isOrdered: isOrdered)
      var ready: ArraySlice<String> = []
      var isAsking = false
      var end: Result<Void, Stop>?
      repeat {
        if ready.isEmpty, !isAsking, end == nil {
          isAsking = true
          ask(ids, in: &group)
        }
        if Task.isCancelled { ready = [] }
        while window.room > 0, let id = ready.popFirst() {
          load(id, at: window.open(), in: &group)
        }
        switch try await group.next() {
        case .asked(.success(let batch)):
          isAsking = false
          ready = batch[...]
          if batch.isEmpty { end = .success(()) }
        case .asked(.failure(let stop)):
          isAsking = false
          end = .failure(stop)
        case .loaded(let place, let outcome):
          try await report.add(window.close(place, with: outcome))
        case nil:
          return try (end ?? .success(())).get()
        }
      } while true
    }
  }

  private func ask(_ ids: IdSource, in group: inout ThrowingTaskGroup<Event, any Error>) {
    group.addTask {
      do throws(Stop) {
        return .asked(.success(try await ids.next(atMost: concurrency)))
      } catch {
        return .asked(.failure(error))
      }
    }
  }

  private func load(
    _ id: String,
    at place: Int,
    in group: inout ThrowingTaskGroup<Event, any Error>
  ) {
    group.addTask { .loaded(place: place, await loader.outcome(withID: Product.ID(id))) }
  }
}
