import Dispatch
import ProductClient
import TestSupport
import Testing

@testable import ProductClientTesting

/// `cancel()` is a request: the one result is `.cancelled` unless another had been settled before.
@Suite(.timeLimit(.minutes(1)))
struct CancellationTests {
  let marked = MarkedQueue()
  let results = Results<Product>()

  static let silence = FixtureReply.json("[1, 2, 3]").with(.silence)

  @Test func aLoadThatIsCancelledAtOnceIsCancelled() async throws {
    try await withFixtureServer(.answering(Self.silence)) { server in
      let loader = ProductLoader.from(server)
      loader.loadProduct(withID: "", handler: results.handler).cancel()
      let result = try await results.first()
      #expect(result == .failure(.cancelled))
    }
  }

  @Test(arguments: [Fault.silence, .stall(afterBodyBytes: 0), .stall(afterBodyBytes: 5)])
  func aLoadThatStandsStillIsCancelledAndItsConnectionReleased(_ fault: Fault) async throws {
    try await withFixtureServer(.answering(.json("[1, 2, 3]").with(fault))) { server in
      let task = ProductLoader.from(server).loadProduct(
        withID: "", resultQueue: marked.queue, handler: results.handler)
      try await server.waitForRequests(count: 1)
      #expect(task.metrics == nil)
      task.cancel()
      // Its result does not wait for numbers.
      #expect(task.metrics == nil)
      #expect(try await results.first() == .failure(.cancelled))
      try await server.waitForOpenConnections(count: 0)
      await marked.queue.drain()
      #expect(results.all.count == 1)
    }
  }

  @Test func theResultOfACancelComesOnTheResultQueueAndNotInsideTheCall() async throws {
    try await withFixtureServer(.answering(Self.silence)) { server in
      let loader = ProductLoader.from(server)
      let wasOnTheQueue = Observed<Bool?>(nil)
      let wasInsideTheCall = await marked.queue.run { [marked, wasOnTheQueue] in
        let task = loader.loadProduct(withID: "", resultQueue: marked.queue) { _ in
          wasOnTheQueue.update { [isCurrent = marked.isCurrent] in $0 = isCurrent }
        }
        task.cancel()
        return wasOnTheQueue.value != nil
      }
      #expect(!wasInsideTheCall)
      try await wasOnTheQueue.wait { $0 != nil }
      #expect(wasOnTheQueue.value == true)
    }
  }

  @Test func aResultThatIsThereStays() async throws {
    try await withFixtureServer(.shop) { server in
      let task = ProductLoader.from(server).loadProduct(
        withID: "7", resultQueue: marked.queue, handler: results.handler)
      try await results.wait(count: 1)
      let metrics = task.metrics
      task.cancel()
      await marked.queue.drain()
      #expect(results.all.map(\.model?.id) == ["7"])
      #expect(task.metrics == metrics)
      #expect(metrics?.status == 200)
    }
  }

  @Test func cancellingFromManyThreadsDeliversOnce() async throws {
    try await withFixtureServer(.answering(Self.silence)) { server in
      let loader = ProductLoader.from(server)
      let tasks = (0..<50).map { _ in
        loader.loadProduct(withID: "", resultQueue: marked.queue, handler: results.handler)
      }
      await DispatchQueue(label: "cancels").run {
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
          for _ in 1...20 {
            for task in tasks { task.cancel() }
          }
        }
      }
      await marked.queue.drain()
      #expect(results.all == Array(repeating: .failure(.cancelled), count: 50))
      try await server.waitForOpenConnections(count: 0)
    }
  }

  @Test func otherLoadsAreLeftAlone() async throws {
    let clock = VirtualClock()
    var script = FixtureScript()
    script.otherwise { request in
      .product("\(request.path.dropFirst())", named: "Lamp").with(.delay(.seconds(1)))
    }
    let server = try await FixtureServer.start(script, clock: clock)
    let loader = ProductLoader.from(server)
    let tasks = (0..<10).map { number in
      loader.loadProduct(
        withID: Product.ID(number), resultQueue: marked.queue, handler: results.handler)
    }
    try await clock.waitForSleepers(count: 10)
    tasks[3].cancel()
    #expect(try await results.first() == .failure(.cancelled))
    clock.advance(by: .seconds(1))
    let others = try await results.wait(count: 10).dropFirst().compactMap(\.model?.id)
    #expect(Set(others) == Set((0..<10).filter { $0 != 3 }.map { Product.ID($0) }))
    await server.stop()
  }

  @Test func aLoadThatWaitsInLineIsCancelledWithoutBeingAsked() async throws {
    var script = FixtureScript.shop
    script.on("/silent", Self.silence)
    try await withFixtureServer(script) { server in
      let loader = ProductLoader.from(
        server, over: CurlTransport.ownWithoutProxy(maxConcurrentExchanges: 1))
      let first = loader.loadProduct(withID: "silent", handler: results.handler)
      try await server.waitForRequests(count: 1)
      let second = loader.loadProduct(withID: "2", handler: results.handler)
      second.cancel()
      #expect(try await results.first() == .failure(.cancelled))
      first.cancel()
      // The line goes on: the next one is served, and the second was passed over.
      loader.loadProduct(withID: "3", handler: results.handler)
      #expect(try await results.wait(count: 3).last?.model?.id == "3")
      #expect(server.requests.map(\.target) == ["/silent", "/3"])
    }
  }

  @Test func aLoadMayBeCancelledFromItsOwnDecoder() async throws {
    let task = Observed<LoadTask?>(nil)
    let decoder = ModelDecoder<Product> { _ in
      task.value?.cancel()
      return Product(id: "1", name: "Lamp")
    }
    let url = try shopURL()
    let clock = VirtualClock()
    let delayed = FixtureReply.json("{}").with(.delay(.seconds(1)))
    let loader = ProductLoader(
      transport: FixtureTransport(.answering(delayed), clock: clock), resultQueue: marked.queue,
      decoder: decoder
    ) { _ in url }
    let started = loader.loadProduct(withID: "1", handler: results.handler)
    task.update { $0 = started }
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    #expect(try await results.first() == .failure(.cancelled))
  }
}

/// The async functions: there the task is what is cancelled.
@Suite(.timeLimit(.minutes(1)))
struct AsyncCancellationTests {
  @Test(arguments: [Fault.silence, .stall(afterBodyBytes: 5)])
  func cancellingTheTaskThrowsCancelled(_ fault: Fault) async throws {
    try await withFixtureServer(.answering(.json("[1, 2, 3]").with(fault))) { server in
      let loader = ProductLoader.from(server)
      let task = Task { try await loader.product(withID: "") }
      try await server.waitForRequests(count: 1)
      task.cancel()
      await #expect(throws: LoadError.cancelled) { try await task.value }
      try await server.waitForOpenConnections(count: 0)
    }
  }

  @Test func anOutcomeOfACancelledTaskIsCancelled() async throws {
    try await withFixtureServer(.answering(CancellationTests.silence)) { server in
      let loader = ProductLoader.from(server)
      let task = Task { await loader.outcome(withID: "") }
      try await server.waitForRequests(count: 1)
      task.cancel()
      let outcome = await task.value
      #expect(outcome.result == .failure(.cancelled))
      #expect(outcome.id == "")
      #expect(outcome.metrics.attempts == 1)
      #expect(outcome.metrics.status == nil)
    }
  }

  @Test func aTaskThatIsCancelledAlreadyAsksNothing() async throws {
    try await withFixtureServer(.shop) { server in
      let loader = ProductLoader.from(server)
      await withTaskGroup(of: Void.self) { group in
        group.cancelAll()
        group.addTask {
          await #expect(throws: LoadError.cancelled) { try await loader.product(withID: "1") }
        }
      }
      _ = try await loader.product(withID: "2")
      #expect(server.requests.map(\.target) == ["/2"])
    }
  }

  @Test func aTaskThatIsCancelledLaterKeepsItsProduct() async throws {
    try await withFixtureServer(.shop) { server in
      let loader = ProductLoader.from(server)
      let task = Task { try await loader.product(withID: "7") }
      let product = try await task.value
      task.cancel()
      #expect(try await task.value == product)
    }
  }

  @Test func cancellingTheTaskThatStartedALoadLeavesTheLoad() async throws {
    try await withFixtureServer(.shop) { server in
      let loader = ProductLoader.from(server)
      let results = Results<Product>()
      await withTaskGroup(of: Void.self) { group in
        group.cancelAll()
        group.addTask { loader.loadProduct(withID: "7", handler: results.handler) }
      }
      let result = try await results.first()
      #expect(result.model?.id == "7")
    }
  }
}
