import Dispatch
import Foundation

/// Where results are delivered: runs closures it is given, later, never inside the call.
///
/// `DispatchQueue` and `OperationQueue` are result queues as they are.
public protocol ResultQueue: Sendable {
  /// Runs the closure once, after this call returned; a serial queue runs them in the order given.
  func enqueue(_ work: @escaping @Sendable () -> Void)
}

extension DispatchQueue: ResultQueue {
  /// Runs the closure with `async`.
  public func enqueue(_ work: @escaping @Sendable () -> Void) {
    if isMain { MainQueueWatch.shared.resultComes() }
    async(execute: work)
  }
}

extension OperationQueue: ResultQueue {
  /// Runs the closure as an operation of its own.
  public func enqueue(_ work: @escaping @Sendable () -> Void) {
    if self === OperationQueue.main { MainQueueWatch.shared.resultComes() }
    addOperation(work)
  }
}

extension ResultQueue where Self == DispatchQueue {
  /// The main queue, so that `resultQueue: .main` reads as it does elsewhere.
  public static var main: DispatchQueue { DispatchQueue.main }
}
