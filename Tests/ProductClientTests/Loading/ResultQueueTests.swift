import Dispatch
import Foundation
import ProductClient
import TestSupport
import Testing

@testable import ProductClientTesting

/// The one result comes on the call's queue, else on the loader's, else on the main queue.
@Suite(.timeLimit(.minutes(1)))
struct ResultQueueTests {
  static let main = MarkedQueue(.main)
  let own = MarkedQueue()
  let loadersOwn = MarkedQueue()

  func loader(resultQueue: some ResultQueue) throws -> ProductLoader<Product> {
    let url = try shopURL()
    return ProductLoader(transport: FixtureTransport(.shop), resultQueue: resultQueue) { _ in url }
  }

  @Test func withoutAQueueItIsTheMainQueue() async throws {
    let url = try shopURL()
    let loader = ProductLoader(transport: FixtureTransport(.shop)) { _ in url }
    let isOnMain = await withCheckedContinuation { continuation in
      loader.loadProduct(withID: "1") { _ in continuation.resume(returning: Self.main.isCurrent) }
    }
    #expect(isOnMain)
  }

  @Test func dotMainIsTheMainQueue() async throws {
    let loader = try loader(resultQueue: own.queue)
    let isOnMain = await withCheckedContinuation { continuation in
      loader.loadProduct(withID: "1", resultQueue: .main) { [own] _ in
        continuation.resume(returning: Self.main.isCurrent && !own.isCurrent)
      }
    }
    #expect(isOnMain)
  }

  @Test func withoutTheCallsQueueItIsTheLoaders() async throws {
    let loader = try loader(resultQueue: loadersOwn.queue)
    let isOnOwn = await withCheckedContinuation { continuation in
      loader.loadProduct(withID: "1") { [loadersOwn] _ in
        continuation.resume(returning: loadersOwn.isCurrent)
      }
    }
    #expect(isOnOwn)
  }

  @Test func theCallsQueueGoesOverTheLoaders() async throws {
    let loader = try loader(resultQueue: loadersOwn.queue)
    let isOnCalls = await withCheckedContinuation { continuation in
      loader.loadProduct(withID: "1", resultQueue: own.queue) { [own, loadersOwn] _ in
        continuation.resume(returning: own.isCurrent && !loadersOwn.isCurrent)
      }
    }
    #expect(isOnCalls)
  }

  @Test func aQueueThatTargetsAnotherRunsThere() async throws {
    let leaf = MarkedQueue(DispatchQueue(label: "leaf", target: own.queue))
    let loader = try loader(resultQueue: leaf.queue)
    let isOnBoth = await withCheckedContinuation { continuation in
      loader.loadProduct(withID: "1") { [own] _ in
        continuation.resume(returning: leaf.isCurrent && own.isCurrent)
      }
    }
    #expect(isOnBoth)
  }

  @Test func anOperationQueueIsAResultQueueAsItIs() async throws {
    let operations = OperationQueue()
    operations.underlyingQueue = own.queue
    let loader = try loader(resultQueue: loadersOwn.queue)
    let isThere = await withCheckedContinuation { continuation in
      loader.loadProduct(withID: "1", resultQueue: operations) { [own] _ in
        continuation.resume(
          returning: own.isCurrent && OperationQueue.current === operations)
      }
    }
    #expect(isThere)
  }

  @Test func theLoadersQueueMayBeAnOperationQueue() async throws {
    let operations = OperationQueue()
    let loader = try loader(resultQueue: operations)
    let isThere = await withCheckedContinuation { continuation in
      loader.loadProduct(withID: "1") { _ in
        continuation.resume(returning: OperationQueue.current === operations)
      }
    }
    #expect(isThere)
  }

  @Test func theCurrentOperationQueueIsCapturedAtTheCall() async throws {
    let operations = OperationQueue()
    let loader = try loader(resultQueue: own.queue)
    let isThere = await withCheckedContinuation { continuation in
      operations.addOperation {
        loader.loadProduct(withID: "1", resultQueue: OperationQueue.current ?? .main) { _ in
          continuation.resume(returning: OperationQueue.current === operations)
        }
      }
    }
    #expect(isThere)
  }

  @Test func outsideOfOperationsTheFallbackIsTheMainOperationQueue() async throws {
    let loader = try loader(resultQueue: own.queue)
    let isOnMain = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        loader.loadProduct(withID: "1", resultQueue: OperationQueue.current ?? .main) { _ in
          continuation.resume(returning: Self.main.isCurrent)
        }
      }
    }
    #expect(isOnMain)
  }

  @Test(arguments: Starter.allCases)
  func aLoadMayBeStartedFromAnywhere(_ starter: Starter) async throws {
    let loader = try loader(resultQueue: own.queue)
    let isOnOwn = await withCheckedContinuation { continuation in
      starter.run { [own] in
        loader.loadProduct(withID: "1") { _ in continuation.resume(returning: own.isCurrent) }
      }
    }
    #expect(isOnOwn)
  }

  @Test func theHandlerNeverRunsInsideTheCall() async throws {
    // One load that has its result at once, one that has to ask.
    let loaders = [
      ProductLoader<Product>(transport: FixtureTransport(.shop), resultQueue: own.queue) { _ in
        throw CancellationError()
      },
      try loader(resultQueue: own.queue),
    ]
    for loader in loaders {
      let results = Results<Product>()
      let countAfterTheCall = await own.queue.run {
        loader.loadProduct(withID: "1", handler: results.handler)
        return results.all.count
      }
      #expect(countAfterTheCall == 0)
      try await results.wait(count: 1)
    }
  }
}

/// Where a load is started from.
enum Starter: String, CaseIterable, Sendable {
  case mainQueue, globalQueue, serialQueue, operationQueue, thread, task, mainActor

  func run(_ body: @escaping @Sendable () -> Void) {
    switch self {
    case .mainQueue: DispatchQueue.main.async(execute: body)
    case .globalQueue: DispatchQueue.global().async(execute: body)
    case .serialQueue: DispatchQueue(label: "Starter").async(execute: body)
    case .operationQueue: OperationQueue().addOperation(body)
    case .thread: Thread.detachNewThread(body)
    case .task: Task { body() }
    case .mainActor: Task { @MainActor in body() }
    }
  }
}
