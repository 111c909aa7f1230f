import Foundation

/// A closure on an operation queue that runs come what may.
///
/// `cancelAllOperations()` is meant for the work on a queue. A result that waits there is none: it
/// has to arrive, as `.cancelled` where the load was cancelled.
// safe: `@unchecked Sendable` is what `Operation` has; this class adds one constant, which is.
final class ResultOperation: Operation, @unchecked Sendable {
  private let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) {
    self.work = work
  }

  override func cancel() {}

  override func main() {
    work()
  }
}
