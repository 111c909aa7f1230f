import TestSupport
import Dispatch
import Foundation
import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// `hop: .whenNeeded` on operation queues, on queues of one's own, and among threads.
@Suite(.timeLimit(.minutes(1)))
struct HopOnOtherQueuesTests {
  let results = Results<Product>()
  let loader = ProductLoader<Product>(transport: FixtureTransport(.shop)) { _ in
    throw CancellationError()
  }

  /// Starts a load; returns whether its handler ran inside the call.
  private func startHere(to resultQueue: some ResultQueue) -> Bool {
    loader.runsHandlerInside(on: resultQueue, results)
  }

  private func runsInside(on caller: OperationQueue, to resultQueue: OperationQueue) async -> Bool {
    await withCheckedContinuation { continuation in
      caller.addOperation { [self] in
        continuation.resume(returning: startHere(to: resultQueue))
      }
    }
  }

  @Test(arguments: [1, OperationQueue.defaultMaxConcurrentOperationCount])
  func inTheOnlyOperationOfTheQueueItRunsInside(_ concurrency: Int) async throws {
    let operations = OperationQueue()
    operations.maxConcurrentOperationCount = concurrency
    for _ in 1...3 {
      // The operation before has given its answer, but may still be about to end.
      await operations.finish()
      #expect(await runsInside(on: operations, to: operations))
    }
    #expect(results.all.count == 3)
  }

  @Test func anOperationThatWaitsGoesFirst() async throws {
    let operations = OperationQueue()
    operations.maxConcurrentOperationCount = 1
    let arrived = Observed<[String]>([])
    await withCheckedContinuation { continuation in
      operations.addOperation { [loader] in
        loader.loadProduct(withID: "1", resultQueue: operations) { _ in
          arrived.update { $0.append("1") }
        }
        loader.loadProduct(withID: "2", resultQueue: operations, hop: .whenNeeded) { _ in
          arrived.update { $0.append("2") }
        }
        continuation.resume()
      }
    }
    try await arrived.wait { $0.count == 2 }
    #expect(arrived.value == ["1", "2"])
  }

  @Test func aCallerElsewhereGoesThroughTheOperationQueue() async throws {
    #expect(await !runsInside(on: OperationQueue(), to: OperationQueue()))
    #expect(!startHere(to: OperationQueue()))
    try await results.wait(count: 2)
  }

  /// What runs on the main thread has it for its current queue, operation or not.
  @Test func theMainOperationQueueIsNeverSparedTheHop() async throws {
    #expect(await !runsInside(on: .main, to: OperationQueue.main))
    #expect(!startHere(to: OperationQueue.main))
    try await results.wait(count: 2)
  }

  @Test func aQueueOfOnesOwnIsAskedForAWayUnlessItSaysOtherwise() {
    let silent = OwnQueue()
    #expect(!startHere(to: silent))
    #expect(silent.work.value.count == 1)
    for work in silent.work.value { work() }
    let saying = SayingQueue()
    #expect(startHere(to: saying))
    #expect(results.all.map(\.code) == ["invalidURL", "invalidURL"])
  }

  /// Another thread may end a load that it shares while the call that started it still runs. That
  /// thread may well be on the result queue: but the caller is not.
  @Test func aResultThatAnotherBringsWhileTheCallRunsGoesThroughTheQueue() async throws {
    let queue = DispatchQueue(label: "HopOnOtherQueuesTests")
    _ = queue.canRunAtOnce
    await queue.drain()
    let load = Load(of: "1")
    let delivery = Delivery(of: "1", at: ResultPlace(queue, hop: .whenNeeded)) {
      [results] in results.handler($0.result)
    }
    let landing = Landing(
      .failure(.shutDown), LoadMetrics(attempts: 1, isShared: true), from: nil)
    let wasHandedOver = Observed(false)
    load.start(delivery) { [results] in
      queue.sync {
        load.settle(landing)
        wasHandedOver.update { [isThere = !results.all.isEmpty] in $0 = isThere }
      }
    }
    #expect(!wasHandedOver.value)
    #expect(try await results.first() == .failure(.shutDown))
  }

  /// A result that is put on the queue while another thread is marking it is counted, too.
  @Test func aResultThatComesWithTheMarkGoesFirst() async throws {
    for _ in 0..<500 {
      let queue = DispatchQueue(label: "HopOnOtherQueuesTests")
      let arrived = Observed<[String]>([])
      queue.suspend()
      await atTheSameTime {
        _ = queue.canRunAtOnce
      } and: { [loader] in
        queue.async {
          loader.loadProduct(withID: "2", resultQueue: queue, hop: .whenNeeded) { _ in
            arrived.update { $0.append("2") }
          }
        }
        queue.enqueue { arrived.update { $0.append("1") } }
      }
      queue.resume()
      try await arrived.wait { $0.count == 2 }
      #expect(arrived.value == ["1", "2"])
    }
  }

  /// Runs both on threads of their own, the first as soon as the other has begun.
  private func atTheSameTime(
    _ first: @escaping @Sendable () -> Void, and second: @escaping @Sendable () -> Void
  ) async {
    let hasBegun = Observed(false)
    async let other: Void = DispatchQueue(label: "first").run {
      while !hasBegun.value {}
      first()
    }
    await DispatchQueue(label: "second").run {
      hasBegun.update { $0 = true }
      second()
    }
    await other
  }
}

/// Keeps what it is given for the test to run.
private final class OwnQueue: ResultQueue {
  let work = Observed<[@Sendable () -> Void]>([])

  func enqueue(_ work: @escaping @Sendable () -> Void) {
    self.work.update { $0.append(work) }
  }
}

/// Says that whoever asks runs on it.
private struct SayingQueue: ResultQueue {
  var canRunAtOnce: Bool { true }

  func enqueue(_ work: @escaping @Sendable () -> Void) {
    Issue.record("asked for a way")
  }
}
