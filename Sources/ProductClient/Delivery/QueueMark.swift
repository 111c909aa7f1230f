import Dispatch
import Synchronization

/// What is left on a dispatch queue to recognise it by.
///
/// Dispatch does not tell which queue code runs on. It tells values that were set on the queue or
/// on one that it targets, for a key, the nearest first: so each marked queue has a key of its
/// own, which nothing nearer can hide.
final class QueueMark: Sendable {
  /// Under this key each marked queue holds its mark. Asked of a queue, never of the calling code.
  private static let marks = DispatchSpecificKey<QueueMark>()
  /// Held while a queue is marked: two marks on one queue would count apart.
  private static let marking = Lock(())

  private let key = DispatchSpecificKey<Bool>()
  /// How many results wait on the queue.
  private let waiting = Atomic(0)

  private init() {}

  /// The mark that was left on the queue, if any.
  static func on(_ queue: DispatchQueue) -> QueueMark? {
    queue.getSpecific(key: marks)
  }

  /// Marks the queue, unless it is marked already.
  ///
  /// What was enqueued before was not counted. A closure behind all of it stands for it: so from
  /// here on everything has to be counted first, and only then may the queue be recognised.
  static func leave(on queue: DispatchQueue) {
    marking.withLock { _ in
      guard on(queue) == nil else { return }
      let mark = QueueMark()
      queue.setSpecific(key: marks, value: mark)
      queue.async(execute: mark.counting {})
      queue.setSpecific(key: mark.key, value: true)
    }
  }

  /// The closure, counted as waiting from now until it runs.
  func counting(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    waiting.add(1, ordering: .relaxed)
    return {
      self.waiting.subtract(1, ordering: .relaxed)
      work()
    }
  }

  /// Whether the calling code runs on the queue, and no result waits there.
  ///
  /// On a serial queue the count is exact for the code that runs there, as far as that code can
  /// know: what another thread enqueues at this very moment has no order with it.
  var isCurrentAndFree: Bool {
    DispatchQueue.getSpecific(key: key) == true && waiting.load(ordering: .relaxed) == 0
  }
}
