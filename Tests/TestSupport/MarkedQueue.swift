import Dispatch

/// A queue that tells whether code runs on it, be it through a queue that targets it.
public final class MarkedQueue: Sendable {
  /// The queue.
  public let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()

  /// Marks a queue; one of its own unless told.
  public init(_ queue: DispatchQueue = DispatchQueue(label: "MarkedQueue")) {
    self.queue = queue
    queue.setSpecific(key: key, value: true)
  }

  /// Whether the calling code runs on the queue. The thread would not tell: on Linux no thread is
  /// the main queue's.
  public var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

extension DispatchQueue {
  /// Returns when everything that was put on this serial queue before has run and is let go of.
  public func drain() async {
    await withCheckedContinuation { continuation in
      async { continuation.resume() }
    }
  }

  /// Runs the body on the queue and returns what it returns.
  public func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      async { continuation.resume(returning: body()) }
    }
  }
}
