import TestSupport
import Dispatch
import Foundation
import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// `hop: .whenNeeded`: a result that is there at once is handed over inside the call where the
/// caller runs on the result queue, and nothing waits there. Everything else goes through the queue.
@Suite(.timeLimit(.minutes(1)))
struct HopTests {
  let marked = MarkedQueue()
  let results = Results<Product>()
  let loader = ProductLoader<Product>(transport: FixtureTransport(.shop)) { _ in
    throw CancellationError()
  }

  var queue: DispatchQueue { marked.queue }

  /// Starts a load on the caller's queue; returns whether its handler ran inside the call.
  private func runsInside(
    on caller: DispatchQueue, to resultQueue: some ResultQueue
  ) async -> Bool {
    await caller.run { [self] in startHere(to: resultQueue) }
  }

  /// Starts a load; returns whether its handler ran inside the call.
  private func startHere(to resultQueue: some ResultQueue) -> Bool {
    loader.runsHandlerInside(on: resultQueue, results)
  }

  /// The first question leaves a mark on a dispatch queue, and the answer is no.
  private func leaveMark(on queue: DispatchQueue) async {
    _ = queue.canRunAtOnce
    await queue.drain()
  }

  @Test func onTheQueueTheHandlerHasRunWhenTheCallReturns() async throws {
    await leaveMark(on: queue)
    #expect(await runsInside(on: queue, to: queue))
    #expect(await runsInside(on: queue, to: queue))
    #expect(results.all.map(\.code) == ["invalidURL", "invalidURL"])
  }

  @Test func theFirstLoadOnAQueueOnlyLeavesAMark() async throws {
    #expect(await !runsInside(on: queue, to: queue))
    try await results.wait(count: 1)
    #expect(await runsInside(on: queue, to: queue))
  }

  @Test func aChainOfHandlersDoesNotGrowTheStack() async throws {
    await leaveMark(on: queue)
    let depth = Observed((now: 0, most: 0))
    @Sendable func load(_ remaining: Int) {
      loader.loadProduct(withID: "1", resultQueue: queue, hop: .whenNeeded) { [results] result in
        depth.update { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        if remaining > 1 { load(remaining - 1) }
        depth.update { $0.now -= 1 }
        results.handler(result)
      }
    }
    await queue.run { load(1000) }
    try await results.wait(count: 1000)
    // One that hopped, and the one it starts.
    #expect(depth.value.most <= 2)
  }

  @Test func withoutTheOptionTheHandlerGoesThroughTheQueue() async throws {
    await leaveMark(on: queue)
    let isInside = await queue.run { [self] in
      loader.loadProduct(withID: "1", resultQueue: queue, handler: results.handler)
      return !results.all.isEmpty
    }
    #expect(!isInside)
    try await results.wait(count: 1)
  }

  @Test func aCallerOnAQueueThatTargetsTheResultQueueRunsOnIt() async throws {
    let middle = DispatchQueue(label: "middle", target: queue)
    let leaf = DispatchQueue(label: "leaf", target: middle)
    await leaveMark(on: queue)
    #expect(await runsInside(on: leaf, to: queue))
    await leaveMark(on: leaf)
    await leaveMark(on: middle)
    #expect(await runsInside(on: leaf, to: leaf))
    #expect(await runsInside(on: leaf, to: middle))
    #expect(await runsInside(on: leaf, to: queue))
  }

  @Test func aCallerOnTheTargetOfTheResultQueueDoesNotRunOnIt() async throws {
    let leaf = MarkedQueue(DispatchQueue(label: "leaf", target: queue))
    await leaveMark(on: queue)
    await leaveMark(on: leaf.queue)
    #expect(await !runsInside(on: queue, to: leaf.queue))
    try await results.wait(count: 1)
    let sibling = DispatchQueue(label: "sibling", target: queue)
    #expect(await !runsInside(on: sibling, to: leaf.queue))
    try await results.wait(count: 2)
  }

  @Test func aCallerElsewhereGoesThroughTheQueue() async throws {
    await leaveMark(on: queue)
    let isOnQueue = Observed<Bool?>(nil)
    DispatchQueue(label: "elsewhere").async { [loader, marked] in
      loader.loadProduct(withID: "1", resultQueue: marked.queue, hop: .whenNeeded) { _ in
        isOnQueue.update { [isCurrent = marked.isCurrent] in $0 = isCurrent }
      }
    }
    try await isOnQueue.wait { $0 != nil }
    #expect(isOnQueue.value == true)
  }

  @Test func aResultThatIsNotThereAtOnceGoesThroughTheQueue() async throws {
    await leaveMark(on: queue)
    let clock = VirtualClock()
    let url = try shopURL("7")
    let slow = ProductLoader(
      transport: FixtureTransport(SharingTests.slowShop, clock: clock)
    ) { _ in url }
    let isInside = await queue.run { [marked, results] in
      slow.loadProduct(
        withID: "7", resultQueue: marked.queue, hop: .whenNeeded, handler: results.handler)
      return !results.all.isEmpty
    }
    #expect(!isInside)
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    #expect(try await results.first().model?.id == "7")
  }

  @Test func aResultThatWaitsOnTheQueueGoesFirst() async throws {
    await leaveMark(on: queue)
    let arrived = Observed<[String]>([])
    let countAfterTheCalls = await queue.run { [loader, queue] in
      loader.loadProduct(withID: "1", resultQueue: queue) { _ in arrived.update { $0.append("1") } }
      loader.loadProduct(withID: "2", resultQueue: queue, hop: .whenNeeded) { _ in
        arrived.update { $0.append("2") }
      }
      return arrived.value.count
    }
    #expect(countAfterTheCalls == 0)
    try await arrived.wait { $0.count == 2 }
    #expect(arrived.value == ["1", "2"])
    #expect(await runsInside(on: queue, to: queue))
  }

  /// Of results that were put on the queue before it was marked nobody kept count.
  @Test func aResultThatWaitsSinceBeforeTheMarkGoesFirst() async throws {
    let arrived = Observed<[String]>([])
    queue.async { [loader, queue] in
      loader.loadProduct(withID: "1", resultQueue: queue) { _ in arrived.update { $0.append("1") } }
      for id in ["2", "3"] as [Product.ID] {
        loader.loadProduct(withID: id, resultQueue: queue, hop: .whenNeeded) { _ in
          arrived.update { $0.append("\(id)") }
        }
      }
    }
    try await arrived.wait { $0.count == 3 }
    #expect(arrived.value == ["1", "2", "3"])
  }

  @Test func inAHandlerOnTheQueueTheNextOneRunsInside() async throws {
    await leaveMark(on: queue)
    let isInside = Observed<Bool?>(nil)
    loader.loadProduct(withID: "1", resultQueue: queue) { [self] _ in
      isInside.update { [isInside = startHere(to: queue)] in $0 = isInside }
    }
    try await isInside.wait { $0 != nil }
    #expect(isInside.value == true)
  }

  @Test func theMainQueueIsAQueueLikeAnyOther() async throws {
    await leaveMark(on: .main)
    #expect(await runsInside(on: .main, to: DispatchQueue.main))
    let isInside = await MainActor.run { [self] in startHere(to: .main) }
    #expect(isInside)
    #expect(await !runsInside(on: queue, to: DispatchQueue.main))
    try await results.wait(count: 3)
  }

  @Test func codeThatIsRunWithSyncRunsOnTheQueueThatRunsIt() async throws {
    await leaveMark(on: queue)
    let other = DispatchQueue(label: "other")
    let isInside = await other.run { [self] in queue.sync { startHere(to: queue) } }
    #expect(isInside)
    // The caller of sync is not looked at: here it waits for the code on the other queue to end.
    let isInsideOther = await queue.run { [self] in other.sync { startHere(to: queue) } }
    #expect(!isInsideOther)
    try await results.wait(count: 2)
  }

  @Test func onAConcurrentQueueItRunsInside() async throws {
    let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
    _ = concurrent.canRunAtOnce
    // What was put there before has run, and not only begun.
    await withCheckedContinuation { continuation in
      concurrent.async(flags: .barrier) { continuation.resume() }
    }
    #expect(await runsInside(on: concurrent, to: concurrent))
  }

  @Test func aGlobalQueueDelivers() async throws {
    for count in 1...3 {
      _ = await runsInside(on: .global(), to: DispatchQueue.global())
      try await results.wait(count: count)
    }
  }

  @Test func aQueueThatIsBlockedBlocksNobody() async throws {
    await leaveMark(on: queue)
    let isBlocked = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    DispatchQueue(label: "blocks").async { [queue] in
      queue.sync {
        isBlocked.signal()
        mayGoOn.wait()
      }
    }
    await DispatchQueue(label: "waits").run { isBlocked.wait() }
    #expect(await !runsInside(on: DispatchQueue(label: "starts"), to: queue))
    mayGoOn.signal()
    try await results.wait(count: 1)
  }
}
