import TestSupport
import Dispatch
import InMemoryLogging
import Logging
import Testing

@testable import ProductClient

/// The watch asks the queue it is given, waits by the timer it is given, and warns once.
@Suite(.timeLimit(.minutes(1)))
struct MainQueueWatchTests {
  let queue = DispatchQueue(label: "MainQueueWatchTests")
  private let timer = HandTimer()
  private let log = InMemoryLogHandler()

  private var watch: MainQueueWatch {
    MainQueueWatch(
      queue: queue, now: { timer.now }, startTimer: timer.start,
      makeLogger: { Logger(label: "ProductClient") { _ in log } })
  }

  private func warning(results: Int) -> InMemoryLogHandler.Entry {
    InMemoryLogHandler.Entry(
      level: .warning, message: "\(MainQueueWatch.warning(results: results))", metadata: [:])
  }

  @Test func aQueueThatRunsIsNotWarnedOf() async {
    let watch = watch
    for _ in 0..<3 { watch.resultComes() }
    await queue.drain()
    timer.fire()
    #expect(log.entries.isEmpty)
    #expect(timer.startCount == 1)
  }

  @Test func aQueueThatDoesNotRunIsWarnedOfOnce() {
    let watch = watch
    queue.suspend()
    defer { queue.resume() }
    for _ in 0..<3 { watch.resultComes() }
    #expect(log.entries.isEmpty)
    timer.fire()
    #expect(log.entries == [warning(results: 3)])
    watch.resultComes()
    timer.fire()
    #expect(log.entries.count == 1)
    #expect(timer.startCount == 1)
  }

  @Test func aQueueThatStopsRunningIsWarnedOf() async {
    let watch = watch
    watch.resultComes()
    await queue.drain()
    queue.suspend()
    defer { queue.resume() }
    timer.pass(.seconds(1))
    watch.resultComes()
    timer.fire()
    #expect(log.entries.isEmpty)
    timer.fire()
    #expect(log.entries == [warning(results: 1)])
  }

  @Test func noLoggerIsMadeBeforeThereIsSomethingToSay() {
    let made = Lock(0)
    let watch = MainQueueWatch(
      queue: queue, now: { timer.now }, startTimer: timer.start,
      makeLogger: {
        made.withLock { $0 += 1 }
        return Logger(label: "ProductClient") { _ in log }
      })
    queue.suspend()
    defer { queue.resume() }
    watch.resultComes()
    #expect(made.withLock { $0 } == 0)
    timer.fire()
    #expect(made.withLock { $0 } == 1)
  }

  @Test func theWarningSaysWhatWhyAndWhatToDo() {
    let one = MainQueueWatch.warning(results: 1)
    #expect(one.contains("for 2 s: 1 result waits there"))
    #expect(MainQueueWatch.warning(results: 7).contains("7 results wait there"))
    for part in [
      "blocked", "nobody serves", "another result queue", "async functions", "dispatchMain()",
      "RunLoop.main.run()", "Docs/WhichQueueWhere.md",
    ] {
      #expect(one.contains(part))
    }
    #expect(!one.contains("\n"))
  }

  @Test func onlyTheMainQueueIsMain() {
    #expect(DispatchQueue.main.isMain)
    #expect(!DispatchQueue.global().isMain)
    #expect(!DispatchQueue(label: "own").isMain)
    #expect(!DispatchQueue(label: "that targets it", target: .main).isMain)
  }
}

/// A timer that fires when the test says so.
private final class HandTimer: Sendable {
  private struct State {
    var now = SuspendingClock().now
    var pending: (due: SuspendingClock.Instant, body: @Sendable () -> Void)?
    var startCount = 0
  }

  private let state = Lock(State())

  var now: SuspendingClock.Instant { state.withLock { $0.now } }
  var startCount: Int { state.withLock { $0.startCount } }

  func start(_ time: Duration, _ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.pending = (state.now + time, body)
      state.startCount += 1
    }
  }

  func pass(_ time: Duration) {
    state.withLock { $0.now += time }
  }

  /// Lets the time come for which the timer was started; does nothing when it was not.
  func fire() {
    let body = state.withLock { state in
      let pending = state.pending.take()
      if let pending { state.now = pending.due }
      return pending?.body
    }
    body?()
  }
}
