/// The ids of a run: those on the command line, then those in the file. They are read as they are
/// asked for, so that a list of any length costs the memory of a few of its lines.
actor IdSource {
  private let executor = QueueExecutor(label: "product-cli.ids")
  private var ready: ArraySlice<String>
  private var file: IdFile?

  /// Reading may block.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the file, if there is one; throws when that cannot be done.
  init(arguments: [String], file path: String?) throws(Stop) {
    ready = arguments[...]
    file = try path.map { path throws(Stop) in try IdFile(path) }
  }

  /// The next ids, so many at most; none at the end, or when the task is cancelled. Does not wait
  /// for more when there is one.
  func next(atMost count: Int) throws(Stop) -> [String] {
    guard !Task.isCancelled else { return [] }
    if ready.isEmpty { try refill() }
    defer { ready = ready.dropFirst(count) }
    return Array(ready.prefix(count))
  }

  private func refill() throws(Stop) {
    guard let ids = try file?.next() else {
      file = nil
      return
    }
    ready = ids[...]
  }
}
