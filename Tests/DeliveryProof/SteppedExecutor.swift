import ProductClient

/// Runs the jobs of tasks one at a time, when told which.
final class SteppedExecutor: TaskExecutor {
  private let jobs = Lock<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  var count: Int { jobs.withLock { $0.count } }

  /// Runs the job at the index, up to where its task waits next.
  func run(_ index: Int) {
    jobs.withLock { $0.remove(at: index) }
      .runSynchronously(on: asUnownedTaskExecutor())
  }
}
