import Dispatch
import Logging

/// Says, once in a process, that results wait on a main queue that nobody serves.
///
/// Such a result cannot arrive: its handler has no other place to run. So that nobody looks for the
/// reason in vain, a warning goes to the log when a result has waited 2 s. A main queue that is
/// merely busy for so long, such as an app's whose main thread computes, is warned of just the
/// same: from outside the two look alike, and both are worth knowing.
///
/// A queue that targets the main queue is not watched: there is no asking what a queue targets.
final class MainQueueWatch: Sendable {
  typealias Instant = MainQueueService.Instant

  static let shared = MainQueueWatch()

  private let service = Lock(MainQueueService.idle)
  private let queue: DispatchQueue
  private let now: @Sendable () -> Instant
  private let startTimer: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
  private let makeLogger: @Sendable () -> Logger

  /// - Parameters:
  ///   - queue: The queue that is watched.
  ///   - now: What time it is.
  ///   - startTimer: Calls its closure after the time, on another queue than the one watched.
  ///   - makeLogger: Called when there is something to say, and not before: a logger writes where
  ///     the program's logging led when it was made.
  init(
    queue: DispatchQueue = .main,
    now: @escaping @Sendable () -> Instant = { SuspendingClock().now },
    startTimer: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void = {
      // Not on Swift's pool, which a program that blocks may well have blocked too.
      DispatchQueue.global().asyncAfter(deadline: .now() + $0 / .seconds(1), execute: $1)
    },
    makeLogger: @escaping @Sendable () -> Logger = { Logger(label: "ProductClient") }
  ) {
    self.queue = queue
    self.now = now
    self.startTimer = startTimer
    self.makeLogger = makeLogger
  }

  /// To be called right before a result is put on the queue.
  func resultComes() {
    run(service.withLock { $0.resultComes(at: now()) })
  }

  private func run(_ action: MainQueueService.Action) {
    switch action {
    case .nothing:
      break
    case .putHeartbeat:
      putHeartbeat()
    case .putHeartbeatAndStartTimer(let time):
      putHeartbeat()
      look(after: time)
    case .startTimer(let time):
      look(after: time)
    case .warn(let results):
      makeLogger().warning("\(Self.warning(results: results))")
    }
  }

  private func putHeartbeat() {
    queue.async { self.service.withLock { $0.heartbeatRan() } }
  }

  private func look(after time: Duration) {
    startTimer(time) { self.run(self.service.withLock { $0.timerFired(at: self.now()) }) }
  }

  static func warning(results: Int) -> String {
    """
    The main queue has not come to its results for 2 s: \
    \(results == 1 ? "1 result waits" : "\(results) results wait") there. Either the main thread \
    is blocked (by a semaphore, a sleep, a long computation), or nobody serves the queue. Name \
    another result queue, use the async functions, or serve the main queue: by an async main, \
    dispatchMain() or RunLoop.main.run(). Docs/WhichQueueWhere.md of ProductClient tells more. \
    This is said once.
    """
  }
}

extension DispatchQueue {
  private static let markOfMain = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether this is the main queue itself.
  ///
  /// By a mark, since on Linux each use of `DispatchQueue.main` makes another object.
  var isMain: Bool { getSpecific(key: Self.markOfMain) != nil }
}
