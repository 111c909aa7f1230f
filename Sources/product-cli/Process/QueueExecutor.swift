import Dispatch

/// Runs an actor on a queue of its own, where it may block: on a full pipe, on a terminal that
/// somebody has stopped, on a disk. Swift's own threads are as few as the processors, and must
/// never wait for a reader.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
