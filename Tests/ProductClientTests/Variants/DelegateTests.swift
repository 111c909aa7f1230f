import Dispatch
import Foundation
import ProductClient
import TestSupport
import Testing

@testable import ProductClientTesting

/// The delegate is told once of each load without a handler, on the result queue, if it is there.
@Suite(.timeLimit(.minutes(1)))
struct DelegateTests {
  let clock = VirtualClock()
  let marked = MarkedQueue()

  private func loader(_ script: FixtureScript = .shop) throws -> ProductLoader<Product> {
    let url = try shopURL()
    return ProductLoader(
      transport: FixtureTransport(script, clock: clock), resultQueue: marked.queue
    ) { id in url.appending(path: "\(id)") }
  }

  @Test func itIsToldOfEachLoadOnTheResultQueue() async throws {
    let shelf = Shelf(marked)
    let loader = try loader()
    loader.delegate = shelf
    for id in ["1", "2", "3"] as [Product.ID] { loader.loadProduct(withID: id) }
    let told = try await shelf.wait(count: 3)
    #expect(Set(told.map(\.id)) == ["1", "2", "3"])
    #expect(told.allSatisfy { $0.result.model?.id == $0.id })
    #expect(told.allSatisfy { $0.wasOnQueue && $0.loader === loader })
  }

  @Test func itIsToldOfFailuresAndCancels() async throws {
    var script = FixtureScript.shop
    script.on("/2", .status(404))
    script.on("/3", CancellationTests.silence)
    let shelf = Shelf(marked)
    let loader = try loader(script)
    loader.delegate = shelf
    loader.loadProduct(withID: "2")
    loader.loadProduct(withID: "3").cancel()
    let told = try await shelf.wait(count: 2)
    let codes = Dictionary(uniqueKeysWithValues: told.map { ($0.id, $0.result.code) })
    #expect(codes == ["2": "notFound", "3": "cancelled"])
  }

  @Test func itIsNotToldOfLoadsThatNameAHandler() async throws {
    let shelf = Shelf(marked)
    let loader = try loader()
    loader.delegate = shelf
    let results = Results<Product>()
    loader.loadProduct(withID: "1", handler: results.handler)
    _ = try await loader.product(withID: "1")
    try await results.wait(count: 1)
    await marked.queue.drain()
    #expect(shelf.told.isEmpty)
  }

  @Test func itIsHeldWeakly() async throws {
    let isGone = Observed(false)
    let loader = try loader()
    func setDelegate() {
      loader.delegate = Shelf(marked, captured: Captured(isGone))
    }
    setDelegate()
    try await isGone.wait { $0 }
    #expect(loader.delegate == nil)
    let task = loader.loadProduct(withID: "1")
    try await waitForMetrics(of: task)
  }

  @Test func oneThatGoesWhileTheLoadRunsIsNotToldAndNothingBreaks() async throws {
    let isGone = Observed(false)
    let loader = try loader(SharingTests.slowShop)
    func start() -> LoadTask {
      let shelf = Shelf(marked, captured: Captured(isGone))
      loader.delegate = shelf
      return withExtendedLifetime(shelf) { loader.loadProduct(withID: "1") }
    }
    let task = start()
    try await isGone.wait { $0 }
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    try await waitForMetrics(of: task)
    await marked.queue.drain()
  }

  @Test func withoutADelegateALoadEndsAllTheSame() async throws {
    let task = try loader().loadProduct(withID: "1")
    try await waitForMetrics(of: task)
    await marked.queue.drain()
    #expect(task.metrics?.status == 200)
  }

  @Test func theOneThatIsSetWhenTheResultArrivesIsTold() async throws {
    let before = Shelf(marked)
    let after = Shelf(marked)
    let loader = try loader()
    loader.delegate = before
    let mayArrive = DispatchSemaphore(value: 0)
    marked.queue.async { mayArrive.wait() }
    let task = loader.loadProduct(withID: "1")
    try await waitForMetrics(of: task)
    loader.delegate = after
    mayArrive.signal()
    try await after.wait(count: 1)
    #expect(before.told.isEmpty)
  }

  @Test func oneThatIsClearedBeforeTheResultArrivesIsNotTold() async throws {
    let shelf = Shelf(marked)
    let loader = try loader()
    loader.delegate = shelf
    let mayArrive = DispatchSemaphore(value: 0)
    marked.queue.async { mayArrive.wait() }
    let task = loader.loadProduct(withID: "1")
    try await waitForMetrics(of: task)
    loader.delegate = nil
    mayArrive.signal()
    await marked.queue.drain()
    #expect(shelf.told.isEmpty)
  }

  @Test func aLoaderThatIsLetGoOfIsKeptUntilTheDelegateWasTold() async throws {
    let isGone = Observed(false)
    let shelf = Shelf(marked)
    let url = try shopURL("1")
    func start() {
      let captured = Captured(isGone)
      let loader = ProductLoader(
        transport: FixtureTransport(SharingTests.slowShop, clock: clock),
        resultQueue: marked.queue
      ) { _ in
        captured.use()
        return url
      }
      loader.delegate = shelf
      loader.loadProduct(withID: "1")
    }
    start()
    try await clock.waitForSleepers(count: 1)
    #expect(!isGone.value)
    clock.advance(by: .seconds(1))
    #expect(try await shelf.wait(count: 1).first?.result.model?.id == "1")
    shelf.forget()
    try await isGone.wait { $0 }
  }

  @Test func itMayBeSetAndClearedFromManyThreadsWhileLoadsRun() async throws {
    let shelves = (0..<4).map { _ in Shelf(marked) }
    let loader = try loader()
    let tasks = Observed<[LoadTask]>([])
    await DispatchQueue(label: "sets").run {
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for number in 0..<250 {
          loader.delegate = number.isMultiple(of: 3) ? nil : shelves[thread]
          let task = loader.loadProduct(withID: Product.ID(thread * 250 + number))
          tasks.update { $0.append(task) }
          if number.isMultiple(of: 7) { loader.delegate = Shelf(MarkedQueue()) }
        }
      }
    }
    for task in tasks.value { try await waitForMetrics(of: task) }
    await marked.queue.drain()
    let told = shelves.flatMap(\.told)
    #expect(!told.isEmpty)
    #expect(told.allSatisfy { $0.wasOnQueue && $0.result.model?.id == $0.id })
    #expect(Set(told.map(\.id)).count == told.count)
  }

  @Test func aModelOfOnesOwnHasADelegateOfItsOwn() async throws {
    struct Lamp: Decodable, Identifiable, Sendable {
      let id: Int
    }
    final class LampShelf: ProductLoaderDelegate {
      let ids = Observed<[Int]>([])

      func productLoader(
        _ loader: ProductLoader<Lamp>, didFinishLoading result: Result<Lamp, LoadError>,
        for id: Int
      ) {
        ids.update { $0.append(result.model?.id == id ? id : -1) }
      }
    }
    let url = try shopURL()
    let loader = ProductLoader<Lamp>(
      transport: FixtureTransport(.answering(.json(#"{"id": 7}"#))), resultQueue: marked.queue
    ) { _ in url }
    let shelf = LampShelf()
    loader.delegate = shelf
    loader.loadProduct(withID: 7)
    try await shelf.ids.wait { $0 == [7] }
  }

  /// Settled, which is before the result arrives.
  private func waitForMetrics(of task: LoadTask) async throws {
    try await waitUntil("the load is settled") { task.metrics != nil }
  }
}

/// A delegate that keeps what it is told.
private final class Shelf: ProductLoaderDelegate {
  struct Told: Sendable {
    let loader: ProductLoader<Product>
    let result: Result<Product, LoadError>
    let id: Product.ID
    let wasOnQueue: Bool
  }

  private let all = Observed<[Told]>([])
  private let queue: MarkedQueue
  private let captured: Captured?

  init(_ queue: MarkedQueue, captured: Captured? = nil) {
    self.queue = queue
    self.captured = captured
  }

  func productLoader(
    _ loader: ProductLoader<Product>, didFinishLoading result: Result<Product, LoadError>,
    for id: Product.ID
  ) {
    let told = Told(loader: loader, result: result, id: id, wasOnQueue: queue.isCurrent)
    all.update { $0.append(told) }
  }

  var told: [Told] { all.value }

  @discardableResult
  func wait(count: Int) async throws -> [Told] {
    try await all.wait { $0.count >= count }
    return told
  }

  func forget() {
    all.update { $0 = [] }
  }
}
