import Dispatch
import Foundation

/// Where results are delivered: runs closures it is given, later, never inside the call.
///
/// `DispatchQueue` and `OperationQueue` are result queues as they are. A type of your own is one
/// with ``enqueue(_:)`` alone.
public protocol ResultQueue: Sendable {
  /// Runs the closure once, after this call returned; a serial queue runs them in the order given.
  func enqueue(_ work: @escaping @Sendable () -> Void)

  /// Whether a closure may run right here, in the calling code, as if it had been enqueued: the
  /// caller already runs on this queue, and nothing that was enqueued before still waits there.
  ///
  /// Asked only for loads with ``Hop/whenNeeded``. `false` is always safe, and what a type that
  /// does not say answers.
  var canRunAtOnce: Bool { get }
}

extension ResultQueue {
  /// `false`: every result takes the way through the queue.
  public var canRunAtOnce: Bool { false }
}

extension DispatchQueue: ResultQueue {
  /// Runs the closure with `async`.
  public func enqueue(_ work: @escaping @Sendable () -> Void) {
    if isMain { MainQueueWatch.shared.resultComes() }
    if let mark = QueueMark.on(self) {
      async(execute: mark.counting(work))
    } else {
      async(execute: work)
    }
  }

  /// Whether the caller runs on this queue, be it through queues that target it, and no result
  /// waits there.
  ///
  /// The first call for a queue leaves a mark on it (`setSpecific`) and answers `false`: what was
  /// enqueued before had not been counted.
  public var canRunAtOnce: Bool {
    guard let mark = QueueMark.on(self) else {
      QueueMark.leave(on: self)
      return false
    }
    return mark.isCurrentAndFree
  }
}

extension OperationQueue: ResultQueue {
  /// Runs the closure as an operation of its own, which `cancelAllOperations()` does not stop.
  public func enqueue(_ work: @escaping @Sendable () -> Void) {
    if self === OperationQueue.main { MainQueueWatch.shared.resultComes() }
    addOperation(ResultOperation(work))
  }

  /// Whether the caller runs in an operation of this queue, and it has no other.
  ///
  /// Never so for the main one: any code of the main thread has it for its current queue, also where
  /// the one operation that it has is a result that waits.
  public var canRunAtOnce: Bool {
    self !== OperationQueue.main && OperationQueue.current === self && operationCount == 1
  }
}

extension ResultQueue where Self == DispatchQueue {
  /// The main queue, so that `resultQueue: .main` reads as it does elsewhere.
  public static var main: DispatchQueue { DispatchQueue.main }
}

/// No queue: the handler runs wherever the load ends, as soon as it ends.
///
/// That is a thread of Swift's pool or of the transport's, or inside `cancel()`; only inside the
/// call that starts the load it never is: a result that is there at once goes over a global queue.
/// Such a handler must be quick, and must not block.
public struct InlineQueue: ResultQueue {
  /// Where the handler runs when the load ends inside the call that starts it.
  let elsewhere: any ResultQueue

  init(elsewhere: some ResultQueue = DispatchQueue.global()) {
    self.elsewhere = elsewhere
  }

  /// Runs the closure here and now.
  public func enqueue(_ work: @escaping @Sendable () -> Void) {
    work()
  }
}

extension ResultQueue where Self == InlineQueue {
  /// No queue: the handler runs wherever the load ends. See ``InlineQueue``.
  public static var inline: InlineQueue { InlineQueue() }
}
