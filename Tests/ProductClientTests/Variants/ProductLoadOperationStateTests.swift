import DeliveryProof
import Dispatch
import Foundation
import ProductClient
import TestSupport
import Testing

@testable import ProductClientTesting

/// An operation goes from ready to executing to finished, once, whoever starts and cancels it.
@Suite(.timeLimit(.minutes(1)))
struct ProductLoadOperationStateTests {
  let transport = ManualTransport()
  let results = Results<Product>()
  let queue = OperationQueue()

  private func operation(id: Product.ID = "7") throws -> ProductLoadOperation<Product> {
    ProductLoadOperation(
      loader: try ProductLoader.over(transport), id: id, resultQueue: .inline,
      handler: results.handler)
  }

  /// Ready, executing, finished.
  private func states(of operation: Operation) -> [Bool] {
    [operation.isReady, operation.isExecuting, operation.isFinished]
  }

  @Test func itsStateFollowsTheLoad() async throws {
    let operation = try operation()
    let isCompleted = Observed(false)
    operation.completionBlock = { isCompleted.update { $0 = true } }
    #expect(operation.isAsynchronous)
    #expect(states(of: operation) == [true, false, false])
    queue.addOperation(operation)
    try await transport.wait { $0.inFlight == 1 }
    #expect(states(of: operation) == [true, true, false])
    #expect(!isCompleted.value)
    transport.answer(7)
    try await isCompleted.wait { $0 }
    #expect(states(of: operation) == [true, false, true])
    #expect(!operation.isCancelled)
    #expect(results.all.map(\.model?.id) == ["7"])
  }

  @Test(arguments: [OperationQueue(), nil])
  func theHandlerFindsTheResultInTheOperation(_ resultQueue: OperationQueue?) async throws {
    let found = Observed<[String]>([])
    let reference = Observed<ProductLoadOperation<Product>?>(nil)
    let url = try shopURL("7")
    let loader = ProductLoader(transport: FixtureTransport(.shop)) { _ in url }
    let operation = ProductLoadOperation(loader: loader, id: "7", resultQueue: resultQueue) { _ in
      let result = reference.value?.result
      found.update { $0.append(result?.code ?? "nothing") }
    }
    reference.update { $0 = operation }
    queue.addOperation(operation)
    try await found.wait { $0 == ["ok"] }
    reference.update { $0 = nil }
  }

  @Test func aThreadMayWaitForItsEnd() async throws {
    let operation = try operation()
    let isOver = Observed(false)
    queue.addOperation(operation)
    Thread.detachNewThread {
      operation.waitUntilFinished()
      isOver.update { $0 = true }
    }
    try await transport.wait { $0.inFlight == 1 }
    #expect(!isOver.value)
    transport.answer(7)
    try await isOver.wait { $0 }
    #expect(operation.result?.model?.id == "7")
  }

  @Test func aQueueMayBeWaitedFor() async throws {
    let operations = try (0..<10).map { try operation(id: Product.ID($0)) }
    queue.add(operations)
    for number in 0..<10 { transport.answer(number) }
    await queue.finish()
    #expect(operations.allSatisfy { $0.result?.model != nil })
    #expect(results.all.count == 10)
  }

  @Test func theQueueHoldsBackWhatIsTooMuchAtOnce() async throws {
    queue.maxConcurrentOperationCount = 2
    let operations = try (0..<6).map { try operation(id: Product.ID($0)) }
    queue.add(operations)
    for number in 0..<6 {
      try await transport.wait { [most = min(number + 2, 6)] in $0.asked.count == most }
      transport.answer(number)
    }
    await queue.finish()
    #expect(transport.current.mostInFlight <= 2)
    #expect(results.all.count == 6)
  }

  @Test func cancelledBeforeItStartsItLoadsNothing() async throws {
    let operation = try operation()
    queue.isSuspended = true
    queue.addOperation(operation)
    operation.cancel()
    #expect(results.all.isEmpty)
    #expect(!operation.isFinished)
    queue.isSuspended = false
    #expect(try await results.first() == .failure(.cancelled))
    await queue.finish()
    #expect(operation.result == .failure(.cancelled))
    #expect(operation.isCancelled)
    #expect(operation.metrics?.attempts == 0)
    #expect(transport.current.asked.isEmpty)
  }

  @Test func cancelledWhileItRunsItEndsAtOnce() async throws {
    let operation = try operation()
    queue.addOperation(operation)
    try await transport.wait { $0.inFlight == 1 }
    operation.cancel()
    // Inline, all of it happens inside the cancel.
    #expect(results.all == [.failure(.cancelled)])
    #expect(states(of: operation) == [true, false, true])
    await queue.finish()
    try await transport.wait { $0.inFlight == 0 }
    operation.cancel()
    #expect(results.all.count == 1)
  }

  @Test func cancelledAfterItsEndItKeepsItsResult() async throws {
    let operation = try operation()
    transport.answer(7)
    queue.addOperation(operation)
    await queue.finish()
    operation.cancel()
    #expect(operation.result?.model?.id == "7")
    #expect(results.all.count == 1)
  }

  @Test func cancellingEverythingOnAQueueEndsItsLoads() async throws {
    queue.maxConcurrentOperationCount = 2
    let operations = try (0..<6).map { try operation(id: Product.ID($0)) }
    queue.add(operations)
    try await transport.wait { $0.inFlight == 2 }
    // The queue cancels one after the other, and would start those behind as the first two end.
    queue.isSuspended = true
    queue.cancelAllOperations()
    queue.isSuspended = false
    await queue.finish()
    #expect(results.all == Array(repeating: .failure(.cancelled), count: 6))
    try await transport.wait { $0.inFlight == 0 }
    #expect(transport.current.asked.count == 2)
  }

  @Test func cancellingEverythingOnTheResultQueueLosesNoResult() async throws {
    let resultQueue = OperationQueue()
    // One at a time: only then do they run in the order in which they wait.
    resultQueue.maxConcurrentOperationCount = 1
    resultQueue.isSuspended = true
    let loader = try ProductLoader.over(FixtureTransport(.shop))
    let operation = ProductLoadOperation(
      loader: loader, id: "7", resultQueue: resultQueue, handler: results.handler)
    queue.addOperation(operation)
    await queue.finish()
    loader.loadProduct(withID: "8", resultQueue: resultQueue, handler: results.handler)
    try await waitUntil("both results wait") { resultQueue.operationCount == 2 }
    resultQueue.cancelAllOperations()
    #expect(results.all.isEmpty)
    resultQueue.isSuspended = false
    #expect(try await results.wait(count: 2).map(\.model?.id) == ["7", "8"])
  }

  @Test func startedTwiceItLoadsOnce() async throws {
    let operation = try operation()
    operation.start()
    operation.start()
    transport.answer(7)
    try await results.wait(count: 1)
    operation.start()
    #expect(operation.isFinished)
    #expect(results.all.count == 1)
    #expect(transport.current.asked == ["7"])
  }

  @Test func startedAndCancelledFromManyThreadsItCallsOnce() async throws {
    transport.answer(7)
    for count in 1...100 {
      let operation = try operation()
      await DispatchQueue(label: "starts").run {
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
          if thread == 3 { operation.cancel() } else { operation.start() }
        }
      }
      try await waitUntil("the operation is finished") { operation.isFinished }
      #expect(results.all.count == count)
    }
    #expect(Set(results.all.map(\.code)).isSubset(of: ["ok", "cancelled"]))
  }

  @Test func manyOperationsWithCancelsAtRandomCallOnceEach() async throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var script = FixtureScript()
    script.otherwise { request in
      .product("\(request.path.dropFirst())", named: "Lamp")
        .with(.delay(.microseconds(request.number % 50)))
    }
    let loader = try ProductLoader.over(FixtureTransport(script))
    let resultQueue = OperationQueue()
    let deliveries = Deliveries(count: 200)
    queue.maxConcurrentOperationCount = 8
    let operations = (0..<200).map { number in
      ProductLoadOperation(loader: loader, id: Product.ID(number), resultQueue: resultQueue) {
        deliveries.add(number, $0)
      }
    }
    await DispatchQueue(label: "cancels").run { [queue] in
      DispatchQueue.concurrentPerform(iterations: 3) { thread in
        var random = SeededGenerator(seed &+ UInt64(thread))
        if thread == 0 { return queue.add(operations) }
        for _ in 0..<100 { operations.randomElement(using: &random)?.cancel() }
      }
    }
    await queue.finish()
    try await deliveries.waitForTotal(of: 200)
    await resultQueue.finish()
    #expect(deliveries.perLoad.allSatisfy { $0 == 1 }, "seed \(seed)")
    #expect(Set(deliveries.codes.keys).isSubset(of: ["ok", "cancelled"]), "seed \(seed)")
    #expect(operations.allSatisfy { $0.isFinished && $0.result != nil }, "seed \(seed)")
  }
}
