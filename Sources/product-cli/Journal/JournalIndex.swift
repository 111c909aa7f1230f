/// What a journal has of the ids of a job, as it was when it was opened. Pure.
struct JournalIndex: Sendable {
  /// Where the product of an id is kept.
  struct Entry: Hashable, Sendable {
    /// Of its first byte in the file.
    let offset: Int
    /// How many bytes it has.
    let count: Int
  }

  /// Why a journal does not go with the ids of this run.
  struct Mismatch: Error, Hashable {
    let reason: String
  }

  private var entries: [(entry: Entry, mark: UInt32)?] = []
  /// How many ids it has the products of.
  private(set) var count = 0

  mutating func add(_ entry: Entry, mark: UInt32, at place: Int) {
    if place >= entries.count {
      entries.append(contentsOf: repeatElement(nil, count: place + 1 - entries.count))
    }
    if entries[place] == nil { count += 1 }
    entries[place] = (entry, mark)
  }

  /// What is kept for the id at the place; nil when it has yet to be loaded.
  func entry(of id: String, at place: Int) throws(Mismatch) -> Entry? {
    guard entries.indices.contains(place), let (entry, mark) = entries[place] else { return nil }
    guard mark == JournalLine.mark(of: id) else {
      throw Mismatch(reason: "it is for other ids: number \(place + 1) of them is not “\(id)”")
    }
    return entry
  }

  /// Compares all ids that can be looked at before anything is done.
  func check(_ ids: IdSource) async throws(Stop) {
    var place = 0
    while place < entries.count {
      let more = try await ids.next(atMost: 1000)
      do throws(JournalIndex.Mismatch) {
        if more.isEmpty, !Task.isCancelled { try check(count: place) }
        for (offset, id) in more.enumerated() { _ = try entry(of: id, at: place + offset) }
      } catch {
        throw .otherJob(error)
      }
      if more.isEmpty { return }
      place += more.count
    }
  }

  /// To be asked when all ids were given.
  func check(count: Int) throws(Mismatch) {
    guard entries.count > count else { return }
    throw Mismatch(reason: "it is for other ids: for more than the \(count) of this run")
  }
}
