import Dispatch
import Foundation
import ProductClient
import TestSupport
import Testing

@testable import ProductClientTesting

/// The handler of an operation is called once, on the operation queue that created it unless told.
@Suite(.timeLimit(.minutes(1)))
struct ProductLoadOperationTests {
  static let main = MarkedQueue(.main)
  let results = Results<Product>()
  let loadingQueue = OperationQueue()

  private func loader() throws -> ProductLoader<Product> {
    try ProductLoader.over(FixtureTransport(.shop))
  }

  @Test func itRemembersTheOperationQueueItWasCreatedOn() async throws {
    let loader = try loader()
    let creating = OperationQueue()
    let isThere = await withCheckedContinuation { continuation in
      creating.addOperation { [loadingQueue] in
        let operation = ProductLoadOperation(loader: loader, id: "7") { _ in
          continuation.resume(returning: OperationQueue.current === creating)
        }
        loadingQueue.addOperation(operation)
      }
    }
    #expect(isThere)
  }

  @Test func createdInAnOperationOfTheMainQueueItIsCalledThere() async throws {
    let loader = try loader()
    let isOnMain = await withCheckedContinuation { continuation in
      OperationQueue.main.addOperation { [loadingQueue] in
        let operation = ProductLoadOperation(loader: loader, id: "7") { _ in
          continuation.resume(returning: Self.main.isCurrent)
        }
        loadingQueue.addOperation(operation)
      }
    }
    #expect(isOnMain)
  }

  @Test func createdOnAThreadItIsCalledWhereTheLoadEnds() async throws {
    let loader = try loader()
    let operation = Observed<ProductLoadOperation<Product>?>(nil)
    Thread.detachNewThread { [results] in
      let created = ProductLoadOperation(loader: loader, id: "7", handler: results.handler)
      operation.update { $0 = created }
    }
    try await operation.wait { $0 != nil }
    try await expectInline(try #require(operation.value))
  }

  @Test func nilAndInlineMeanWhereTheLoadEnds() async throws {
    let loader = try loader()
    try await expectInline(
      ProductLoadOperation(loader: loader, id: "7", resultQueue: nil, handler: results.handler))
    try await expectInline(
      ProductLoadOperation(loader: loader, id: "7", resultQueue: .inline, handler: results.handler))
  }

  /// Inline, the handler has run when the operation is finished. No queue promises that.
  private func expectInline(_ operation: ProductLoadOperation<Product>) async throws {
    let count = results.all.count
    let countAtEnd = Observed<Int?>(nil)
    let after = BlockOperation { [results] in
      countAtEnd.update { [count = results.all.count] in $0 = count }
    }
    after.addDependency(operation)
    loadingQueue.add([operation, after])
    try await countAtEnd.wait { $0 != nil }
    #expect(countAtEnd.value == count + 1)
    #expect(operation.result?.model?.id == "7")
  }

  @Test func anyQueueMayBeGiven() async throws {
    let loader = try loader()
    let marked = MarkedQueue()
    let operations = OperationQueue()
    let places = Observed<[String]>([])
    let add = { @Sendable (name: String, isThere: Bool) in
      places.update { $0.append(isThere ? name : "not \(name)") }
    }
    let all = [
      ProductLoadOperation(loader: loader, id: "1", resultQueue: .main) { _ in
        add("main", Self.main.isCurrent)
      },
      ProductLoadOperation(loader: loader, id: "2", resultQueue: DispatchQueue.main) { _ in
        add("main dispatch", Self.main.isCurrent)
      },
      ProductLoadOperation(loader: loader, id: "3", resultQueue: marked.queue) { _ in
        add("dispatch", marked.isCurrent)
      },
      ProductLoadOperation(loader: loader, id: "4", resultQueue: operations) { _ in
        add("operation", OperationQueue.current === operations)
      },
      ProductLoadOperation(loader: loader, id: "5", resultQueue: OperationQueue.current) { _ in
        add("inline", true)
      },
    ]
    loadingQueue.add(all)
    try await places.wait { $0.count == 5 }
    #expect(
      places.value.sorted() == ["dispatch", "inline", "main", "main dispatch", "operation"])
  }

  @Test func theResultAndItsNumbersAreThereWhenItIsFinished() async throws {
    var script = FixtureScript.shop
    script.on("/8", .status(404))
    let loader = try ProductLoader.over(FixtureTransport(script))
    for (id, code, status) in [("7", "ok", 200), ("8", "notFound", 404)] {
      let operation = ProductLoadOperation(
        loader: loader, id: Product.ID(id), resultQueue: nil, handler: results.handler)
      #expect(operation.result == nil)
      #expect(operation.metrics == nil)
      loadingQueue.addOperation(operation)
      await loadingQueue.finish()
      #expect(operation.result?.code == code)
      #expect(operation.metrics?.status == status)
      #expect(operation.metrics?.attempts == 1)
      #expect(results.all.last == operation.result)
    }
  }

  @Test func anOperationMayDependOnALoad() async throws {
    let loader = try loader()
    let load = ProductLoadOperation(
      loader: loader, id: "7", resultQueue: nil, handler: results.handler)
    let seen = Observed<String?>(nil)
    let show = BlockOperation {
      seen.update { [name = load.result?.model?.name] in $0 = name }
    }
    show.addDependency(load)
    loadingQueue.addOperation(show)
    OperationQueue().addOperation(load)
    try await seen.wait { $0 != nil }
    #expect(seen.value == "Thing")
  }

  @Test func aLoadMayDependOnAnother() async throws {
    let transport = ManualTransport()
    let loader = try ProductLoader.over(transport)
    let first = ProductLoadOperation(
      loader: loader, id: "1", resultQueue: .inline, handler: results.handler)
    let second = ProductLoadOperation(
      loader: loader, id: "2", resultQueue: .inline, handler: results.handler)
    second.addDependency(first)
    loadingQueue.add([first, second])
    try await transport.wait { $0.asked == ["1"] }
    #expect(!second.isReady)
    transport.answer(2)
    transport.answer(1)
    #expect(try await results.wait(count: 2).map(\.model?.id) == ["1", "2"])
  }

  /// The handler waits behind its own operation, which must not wait for the handler.
  @Test func aQueueThatRunsOneAtATimeMayBeTheResultQueueToo() async throws {
    loadingQueue.maxConcurrentOperationCount = 1
    let loader = try loader()
    let operations = (0..<20).map { number in
      ProductLoadOperation(
        loader: loader, id: Product.ID(number), resultQueue: loadingQueue, handler: results.handler)
    }
    loadingQueue.add(operations)
    await loadingQueue.finish()
    #expect(results.all.map(\.model?.id) == (0..<20).map { Product.ID($0) })
  }

  @Test func anOperationThatIsNeverStartedLetsGoOfItsHandlerAndCallsNobody() async throws {
    let isGone = Observed(false)
    let transport = ManualTransport()
    let loader = try ProductLoader.over(transport)
    func create() {
      let captured = Captured(isGone)
      let operation = ProductLoadOperation(loader: loader, id: "7", resultQueue: .inline) {
        [results] result in
        captured.use()
        results.handler(result)
      }
      operation.cancel()
    }
    create()
    try await isGone.wait { $0 }
    #expect(results.all.isEmpty)
    #expect(transport.current.asked.isEmpty)
  }
}

extension OperationQueue {
  func add(_ operations: [Operation]) {
    for operation in operations { addOperation(operation) }
  }

  /// Returns when it has no operation any more.
  func finish() async {
    await DispatchQueue(label: "finish").run { self.waitUntilAllOperationsAreFinished() }
  }
}
