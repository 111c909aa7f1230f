import ProductClient

/// Loads every id of a source, so many at once, and reports each result.
///
/// Ids are asked for when those at hand are under way, and results are awaited by the report:
/// neither a long list nor a slow reader fills the memory.
struct LoadRun: Sendable {
  let loader: ProductLoader<Product>
  let concurrency: Int
  let isOrdered: Bool
  /// What was loaded by runs before this one, and need not be again.
  var done = JournalIndex()

  private enum Event: Sendable {
    case asked(Result<[String], Stop>)
    case loaded(place: Int, LoadOutcome<Product>)
    /// Results have been kept for long enough.
    case due
  }

  /// Results are handed to the report in batches: to go over to its thread for each would cost more
  /// than the load. A batch is this large, or this old.
  private static let batchSize = 64
  private static let batchAge = Duration.milliseconds(20)

  /// Returns when all was loaded, or when the task was cancelled; results that were there by then
  /// have been reported. Throws when the ids cannot be read, or the report cannot be written.
  func run(_ ids: IdSource, into report: Report) async throws {
    try await withThrowingTaskGroup(of: Event.self) { group in
      var window = Window<RunEnd>(width: concurrency, isOrdered: isOrdered)
      var ready: ArraySlice<String> = []
      var isAsking = false
      var end: Result<Void, Stop>?
      var batch = Batch()
      repeat {
        if Task.isCancelled { ready = [] }
        while window.room > 0, let id = ready.popFirst() {
          let place = window.open()
          if let entry = try kept(id, at: place) {
            batch.ends += window.close(place, with: .kept(entry, id: id))
          } else {
            load(id, at: place, in: &group)
          }
        }
        // After the places were taken: those that a journal has are free again already.
        if ready.isEmpty, !isAsking, end == nil {
          isAsking = true
          ask(ids, in: &group)
        }
        if batch.ends.count >= Self.batchSize {
          try await report.add(batch.take(), inFlight: window.inFlight)
        }
        // Nothing more is to come for the batch to wait for.
        if end != nil, ready.isEmpty, window.inFlight == 0 { group.cancelAll() }
        switch try await group.next() {
        case .asked(.success(let more)):
          isAsking = false
          ready = more[...]
          if more.isEmpty { end = Task.isCancelled ? .success(()) : checkAll(window.opened) }
        case .asked(.failure(let stop)):
          isAsking = false
          end = .failure(stop)
        case .loaded(let place, let outcome):
          batch.ends += window.close(place, with: .loaded(outcome, place: place))
          if batch.becomesTimed() { group.addTask { await Self.batchIsDue() } }
        case .due:
          batch.isTimed = false
          try await report.add(batch.take(), inFlight: window.inFlight)
        case nil:
          try await report.add(batch.take())
          return try (end ?? .success(())).get()
        }
      } while true
    }
  }

  private struct Batch {
    var ends: [RunEnd] = []
    var isTimed = false

    mutating func take() -> [RunEnd] {
      defer { ends.removeAll(keepingCapacity: true) }
      return ends
    }

    /// Whether somebody has to be asked to wake us for it.
    mutating func becomesTimed() -> Bool {
      guard !isTimed, !ends.isEmpty else { return false }
      isTimed = true
      return true
    }
  }

  private func kept(_ id: String, at place: Int) throws(Stop) -> JournalIndex.Entry? {
    do throws(JournalIndex.Mismatch) {
      return try done.entry(of: id, at: place)
    } catch {
      throw Stop(ExitStatus.unreadableInput, "cannot go on with the journal: \(error.reason)")
    }
  }

  private func checkAll(_ count: Int) -> Result<Void, Stop> {
    do throws(JournalIndex.Mismatch) {
      return .success(try done.check(count: count))
    } catch {
      return .failure(
        Stop(ExitStatus.unreadableInput, "cannot go on with the journal: \(error.reason)"))
    }
  }

  private static func batchIsDue() async -> Event {
    // Cancelled, it is due at once.
    try? await Task.sleep(for: batchAge)
    return .due
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
