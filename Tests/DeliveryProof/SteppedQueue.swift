import ProductClient

/// A serial result queue that runs what is on it one at a time, when told, and may be suspended.
// safe: `@unchecked Sendable`, since a schedule and all that belongs to it stays on one thread,
// which `Schedule` checks.
final class SteppedQueue: ResultQueue, @unchecked Sendable {
  let name: String
  var isSuspended = false
  private(set) var isRunning = false
  private var waiting: [@Sendable () -> Void] = []

  init(_ name: String) {
    self.name = name
  }

  var isEmpty: Bool { waiting.isEmpty }
  var canRun: Bool { !waiting.isEmpty && !isSuspended && !isRunning }
  var canRunAtOnce: Bool { isRunning && waiting.isEmpty }

  func enqueue(_ work: @escaping @Sendable () -> Void) {
    waiting.append(work)
  }

  func runNext() {
    let work = waiting.removeFirst()
    isRunning = true
    work()
    isRunning = false
  }
}
