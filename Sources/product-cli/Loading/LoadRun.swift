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
      var (isAsking, isCancelled) = (false, false)
      var end: Result<Void, Stop>?
      var batch = Batch()
      repeat {
        if Task.isCancelled { (ready, isCancelled) = ([], true) }
        while window.room > 0, let id = ready.popFirst() {
          let place = window.open()
          if let entry = try await kept(id, at: place, report) {
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
        if batch.count >= Self.batchSize { try await hand(&batch, to: report, window.inFlight) }
        if batch.becomesTimed() { group.addTask { await Self.batchIsDue() } }
        // Nothing more is to come for the batch to wait for.
        if end != nil, ready.isEmpty, window.inFlight == 0 { group.cancelAll() }
        switch try await group.next() {
        case .asked(.success(let more)):
          isAsking = false
          ready = more[...]
          if more.isEmpty { end = .success(()) }
        case .asked(.failure(let stop)):
          isAsking = false
          end = .failure(stop)
        case .loaded(let place, let outcome):
          let loaded = RunEnd.loaded(outcome, place: place)
          batch.loaded.append(loaded)
          batch.ends += window.close(place, with: loaded)
        case .due:
          batch.isTimed = false
          try await hand(&batch, to: report, window.inFlight)
        case nil:
          try await hand(&batch, to: report, 0)
          try (end ?? .success(())).get()
          if !isCancelled { try await checkAll(window.opened, report) }
          return
        }
      } while true
    }
  }

  private struct Batch {
    /// What is to be written, and what ended: the same, but where the order asked is kept.
    var ends: [RunEnd] = []
    var loaded: [RunEnd] = []
    var isTimed = false

    var count: Int { max(ends.count, loaded.count) }

    /// Whether somebody has to be asked to wake us for it.
    mutating func becomesTimed() -> Bool {
      guard !isTimed, count > 0 else { return false }
      isTimed = true
      return true
    }
  }

  private func hand(_ batch: inout Batch, to report: Report, _ inFlight: Int) async throws(Stop) {
    let (ends, loaded) = (batch.ends, batch.loaded)
    (batch.ends, batch.loaded) = ([], [])
    try await report.add(ends, keeping: loaded, inFlight: inFlight)
  }

  private func kept(
    _ id: String, at place: Int, _ report: Report
  ) async throws(Stop) -> JournalIndex.Entry? {
    do throws(JournalIndex.Mismatch) {
      return try done.entry(of: id, at: place)
    } catch {
      await report.takeBack()
      throw .otherJob(error)
    }
  }

  private func checkAll(_ count: Int, _ report: Report) async throws(Stop) {
    do throws(JournalIndex.Mismatch) {
      try done.check(count: count)
    } catch {
      await report.takeBack()
      throw .otherJob(error)
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
