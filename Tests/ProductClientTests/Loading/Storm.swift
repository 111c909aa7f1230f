import TestSupport
import DeliveryProof
import Dispatch
import Foundation
import ProductClient

@testable import ProductClientTesting

/// Loads in every variant, through real threads and sockets, from a server that fails many of them,
/// while everything is done to them that may be: cancelled, shared, let go of, started and
/// cancelled from handlers, with delegates that change and queues that are suspended.
final class Storm: Sendable {
  private static let starters = 3

  let plan: StormPlan
  let deliveries: Deliveries
  let captures = Observed(0)
  /// What came where or as it must not.
  let strange = Observed<[String]>([])
  private let cancels = Observed<[@Sendable () -> Void]>([])
  private let listeners = Observed<[StormListener]>([])
  private let room = DispatchSemaphore(value: 256)
  /// Signalled with each load that is started.
  private let started = DispatchSemaphore(value: 0)
  private let isOver = Observed(false)
  private let queues = [MarkedQueue(), MarkedQueue()]
  private let operations = OperationQueue()

  init(seed: UInt64, count: Int) {
    plan = StormPlan(seed: seed, count: count)
    deliveries = Deliveries(count: plan.total)
    operations.maxConcurrentOperationCount = 4
  }

  /// Runs all of it to its end; then there is no connection any more.
  func run() async throws {
    var script = FixtureScript()
    script.otherwise { [plan] request in plan.ending(of: request.path).reply }
    let server = try await FixtureServer.start(script, recordedRequests: 0)
    let transport = CurlTransport(
      configuration: CurlConfiguration(maxConcurrentExchanges: 64, proxy: .none))
    for starter in 0..<Self.starters {
      Thread.detachNewThread { [self] in
        startLoads(starter) { newLoader(from: server, over: transport) }
      }
    }
    Thread.detachNewThread { [self] in suspendAndResume() }
    try await deliveries.waitForTotal(of: plan.total)
    isOver.update { $0 = true }
    await letGoOfEverything()
    await transport.shutdown()
    try await server.waitForOpenConnections(count: 0)
    await server.stop()
  }

  private func letGoOfEverything() async {
    for queue in queues { await queue.queue.drain() }
    cancels.update { $0 = [] }
    listeners.update { $0 = [] }
  }

  // MARK: - Threads

  private func startLoads(_ starter: Int, _ newLoader: () -> ProductLoader<Product>) {
    var random = SeededGenerator(plan.seed &+ UInt64(starter))
    var loader = newLoader()
    for number in stride(from: starter, to: plan.count, by: Self.starters) {
      room.wait()
      switch UInt8.random(in: 0..<64, using: &random) {
      case 0: loader = newLoader()
      case 1: loader.delegate = newListener()
      case 2..<10: cancelOne(&random)
      default: break
      }
      start(number, with: loader)
      started.signal()
    }
  }

  private func cancelOne(_ random: inout SeededGenerator) {
    let back = Int.random(in: 0..<256, using: &random)
    cancels.update { $0.count > back ? $0[$0.count - 1 - back] : nil }?()
  }

  /// Suspends a queue while some loads are started, again and again. What waits on it may be what
  /// the starters wait for: then it does not wait for them.
  private func suspendAndResume() {
    var random = SeededGenerator(plan.seed &+ 99)
    while !isOver.value {
      let queue = queues[Int.random(in: 0..<queues.count, using: &random)].queue
      queue.suspend()
      for _ in 0..<8 where started.wait(timeout: .now() + .milliseconds(2)) == .timedOut { break }
      queue.resume()
      for _ in 0..<32 where started.wait(timeout: .now() + .milliseconds(2)) == .timedOut { break }
    }
  }

  private func newLoader(
    from server: FixtureServer, over transport: CurlTransport
  ) -> ProductLoader<Product> {
    var configuration = LoaderConfiguration.oneAttempt
    configuration.timeouts.attempt = .milliseconds(500)
    let loader = ProductLoader(
      transport: transport, resultQueue: queues[0].queue, configuration: configuration
    ) { id in server.url("/\(id)") }
    loader.delegate = newListener()
    return loader
  }

  /// Kept to the end: a result may be on its way to one that was replaced.
  private func newListener() -> StormListener {
    let listener = StormListener { [weak self] result, id in
      guard let self else { return }
      let number = plan.number(of: "\(id)")
      check(number, result, isInPlace: queues[0].isCurrent)
      arrive(number, result)
    }
    listeners.update { $0.append(listener) }
    return listener
  }

  // MARK: - Variants

  private func start(_ number: Int, with loader: ProductLoader<Product>) {
    let id = plan.id(of: number)
    let handler = handler(of: number, with: loader)
    switch plan.variant(of: number) {
    case .closure:
      keep(loader.loadProduct(withID: id, resultQueue: queue(of: number), handler: handler))
    case .whenNeeded:
      keep(
        loader.loadProduct(
          withID: id, resultQueue: queue(of: number), hop: .whenNeeded, handler: handler))
    case .operationQueue:
      keep(loader.loadProduct(withID: id, resultQueue: operations, handler: handler))
    case .inline:
      keep(loader.loadProduct(withID: id, resultQueue: .inline, handler: handler))
    case .delegate:
      keep(loader.loadProduct(withID: id))
    case .async:
      let task = Task { handler(await loader.outcome(withID: id).result) }
      cancels.update { $0.append { task.cancel() } }
    case .stream:
      Task {
        for await outcome in loader.products(withIDs: [id], maxConcurrent: 1) {
          handler(outcome.result)
        }
      }
    case .operation:
      let operation = ProductLoadOperation(
        loader: loader, id: id, resultQueue: queue(of: number), handler: handler)
      operations.addOperation(operation)
      cancels.update { $0.append { operation.cancel() } }
    }
  }

  private func keep(_ task: LoadTask) {
    cancels.update { cancels in
      if cancels.count > 1024 { cancels.removeFirst(512) }
      cancels.append(task.cancel)
    }
  }

  private func queue(of number: Int) -> DispatchQueue {
    queues[number % 2].queue
  }

  private func handler(
    of number: Int, with loader: ProductLoader<Product>
  ) -> ProductLoader<Product>.Handler {
    let capture = StormCapture(captures)
    // Only these keep the loader.
    let follow = plan.follower(of: number).map { follower in
      { @Sendable [self] in start(follower, with: loader) }
    }
    return { [self] result in
      capture.use()
      check(number, result, isInPlace: isInPlace(number))
      if let follow {
        var random = SeededGenerator(plan.seed ^ UInt64(number))
        cancelOne(&random)
        follow()
      }
      arrive(number, result)
    }
  }

  private func isInPlace(_ number: Int) -> Bool {
    switch plan.variant(of: number) {
    case .closure, .whenNeeded, .operation: queues[number % 2].isCurrent
    case .operationQueue: OperationQueue.current === operations
    case .delegate: queues[0].isCurrent
    case .inline, .async, .stream: true
    }
  }

  private func check(_ number: Int, _ result: Result<Product, LoadError>, isInPlace: Bool) {
    let expected = plan.ending(of: "\(plan.id(of: number))").code
    // Time is real here: on a busy machine any load may take too long.
    let isRight = [expected, "cancelled", "timedOut"].contains(result.code)
    let isItself = result.model.map { $0.id == plan.id(of: number) } != false
    guard !isInPlace || !isRight || !isItself else { return }
    strange.update { $0.append("load \(number), in place \(isInPlace): \(result)") }
  }

  private func arrive(_ number: Int, _ result: Result<Product, LoadError>) {
    deliveries.add(number, result)
    if number < plan.count { room.signal() }
  }
}

/// Tells the storm of loads without handlers.
final class StormListener: ProductLoaderDelegate {
  private let tell: @Sendable (Result<Product, LoadError>, Product.ID) -> Void

  init(_ tell: @escaping @Sendable (Result<Product, LoadError>, Product.ID) -> Void) {
    self.tell = tell
  }

  func productLoader(
    _ loader: ProductLoader<Product>, didFinishLoading result: Result<Product, LoadError>,
    for id: Product.ID
  ) {
    tell(result, id)
  }
}

/// Counts how many handlers are alive.
private final class StormCapture: Sendable {
  private let count: Observed<Int>

  init(_ count: Observed<Int>) {
    self.count = count
    count.update { $0 += 1 }
  }

  deinit {
    count.update { $0 -= 1 }
  }

  func use() {}
}
