import Foundation
import Synchronization

/// Hands out the loads of a run, and counts what becomes of them.
package final class Tally: Sendable {
  /// How many loads there are.
  package let limit: Int
  private let started = Atomic(0)
  private let failures = Atomic(0)
  private let latencies: Mutex<[Duration]>?

  package init(_ work: Work) {
    limit = work.loads
    latencies = work.concurrency == 1 ? Mutex([]) : nil
    latencies?.withLock { $0.reserveCapacity(work.loads) }
  }

  /// The number of the next load; nil when all have begun.
  package func next() -> Int? {
    let number = started.wrappingAdd(1, ordering: .relaxed).oldValue
    return number < limit ? number : nil
  }

  /// The time by which a load begins; nil where that is not asked: only loads that are alone have
  /// a latency of their own.
  package func begin() -> ContinuousClock.Instant? {
    latencies == nil ? nil : .now
  }

  /// A load that began then has ended, well unless there is an error.
  package func end(_ start: ContinuousClock.Instant?, _ error: (any Error)? = nil) {
    if let start { latencies?.withLock { $0.append(.now - start) } }
    guard let error else { return }
    if failures.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { say("\(error)") }
  }

  var failed: Int { failures.load(ordering: .relaxed) }
  var sortedLatencies: [Duration] { latencies?.withLock { $0.sorted() } ?? [] }
}

/// Writes a line to standard error.
package func say(_ text: String) {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
}
