import Dispatch
import ProductClientTesting
import Testing

@testable import ProductClient

/// What ends early ends for the observers too, wherever it was.
@Suite(.timeLimit(.minutes(1)))
struct EarlyEndEventTests {
  var shop = WatchedShop()
  /// A load that holds what others wait for; it ends with the test.
  private var holder = LoadTask?.none

  private static let silent = FixtureScript.always(FixtureReply.json("{}").with(.silence))

  /// Where a load is when it is ended.
  enum Phase: CaseIterable {
    case exchange, retryWait, line
  }

  private mutating func load(
    until phase: Phase, _ options: LoadOptions = LoadOptions()
  ) async throws -> LoadTask {
    switch phase {
    case .exchange:
      let task = shop.load(by: try shop.loader(Self.silent), options)
      try await shop.events.wait(for: "exchangeStarted")
      return task
    case .retryWait:
      shop.configuration.retries = RetryPolicy(firstDelay: .seconds(5))
      let reply = FixtureReply.status(503).with("Retry-After", "20")
      let task = shop.load(by: try shop.loader(.always(reply)), options)
      try await shop.events.wait(for: "retryScheduled")
      return task
    case .line:
      shop.configuration.traffic = Traffic(
        TrafficRules(maxInFlightPerOrigin: 1), clock: shop.clock)
      let loader = try shop.loader(Self.silent)
      holder = loader.loadProduct(withID: "first", resultQueue: NoResults()) { _ in }
      let task = shop.load(by: loader, options)
      try await shop.events.wait(for: "waitStarted")
      return task
    }
  }

  private func expectEnd(_ code: String, of id: String = "7") async throws {
    try await shop.results.wait(count: 1)
    try await shop.events.wait(for: "handlerRan")
    let load = try #require(
      shop.events.facts(of: "loadStarted", ObservedLoad.self).first { $0.id == id })
    // The attempt that goes on for a load that has ended ends a little later.
    try await shop.events.waitForEnd(of: load.number)
    #expect(shop.events.faults == [])
    let end = shop.events.events.last {
      $0.name == "loadEnded" && $0.fact(ObservedLoad.self) == load
    }
    #expect(end?.fact(LoadEnd.self)?.code == code)
    holder?.cancel()
  }

  @Test(arguments: Phase.allCases)
  mutating func aLoadThatIsCancelledEndsWithAllItBegan(_ phase: Phase) async throws {
    let task = try await load(until: phase)
    task.cancel()
    task.cancel()
    try await expectEnd("cancelled")
  }

  @Test(arguments: Phase.allCases)
  mutating func aLoadWhoseTimeRunsOutEndsWithAllItBegan(_ phase: Phase) async throws {
    _ = try await load(until: phase, LoadOptions(deadline: .seconds(25)))
    // The deadline, and whatever the load waits for.
    try await shop.clock.waitForSleepers(count: 2)
    shop.clock.advance(by: .seconds(25))
    try await shop.results.wait(count: 1)
    try await shop.events.wait(for: "handlerRan")
    #expect(shop.events.faults == [])
    holder?.cancel()
  }

  @Test func aLoadThatWasCancelledBeforeItsStartHasAStartAndAnEnd() async throws {
    let loader = try shop.loader(.shop)
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = await loader.outcome(withID: "7")
    }.value
    #expect(shop.events.names == ["loadStarted", "loadEnded"])
    #expect(shop.events.faults == [])
  }

  @Test func aCancelAfterTheEndIsNoEvent() async throws {
    let task = shop.load(by: try shop.loader(.shop))
    try await shop.events.wait(for: 1, "handlerRan")
    let before = shop.events.names
    task.cancel()
    #expect(shop.events.names == before)
  }

  @Test func aLoadThatIsDroppedEnds() async throws {
    let loader = try shop.loader(.shop)
    func drop(_ delivery: consuming Delivery) {}
    let observers = Observers(shop.configuration)
    let observation = try #require(observers.observation(of: .next(), "7", LoadOptions()))
    observation.started()
    var delivery = Delivery(of: "7", at: loader.place) { [shop] outcome in
      shop.results.handler(outcome.result)
    }
    delivery.observe(by: observation)
    drop(delivery)
    try await shop.events.wait(for: 1, "handlerRan")
    #expect(shop.events.facts(of: "loadEnded", LoadEnd.self).map(\.code) == ["abandoned"])
    #expect(
      shop.events.names == [
        "loadStarted", "loadEnded", "deliveryStarted", "deliveryEnded", "handlerRan",
      ])
  }

  @Test func aResultThatItsQueueLosesEndsItsDelivery() async throws {
    let loader = try shop.loader(.shop)
    loader.loadProduct(withID: "7", resultQueue: NoResults()) { _ in }
    try await shop.events.wait(for: 1, "deliveryEnded")
    let end = try #require(shop.events.events.last)
    #expect(end.fact(Duration?.self) == .some(nil))
    #expect(shop.events.count("handlerRan") == 0)
    #expect(shop.events.faults == [])
  }

  @Test func theWaitOnTheResultQueueIsMeasured() async throws {
    shop.queue.suspend()
    shop.load(by: try shop.loader(.shop))
    try await shop.events.wait(for: "deliveryStarted")
    shop.clock.advance(by: .seconds(3))
    shop.queue.resume()
    try await shop.events.wait(for: 1, "handlerRan")
    let end = shop.events.events.first { $0.name == "deliveryEnded" }
    #expect(end?.fact(Duration.self) == .seconds(3))
  }

  @Test func anObserverMayCancelTheLoadItIsToldOf() async throws {
    let observer = Meddler()
    var configuration = shop.configuration
    configuration.observers.append(observer)
    let loader = ProductLoader(
      transport: FixtureTransport(Self.silent, clock: shop.clock), resultQueue: shop.queue,
      configuration: configuration
    ) { _ in try shopURL(7) }
    observer.task.withLock { task in
      task = loader.loadProduct(withID: "7", handler: shop.results.handler)
    }
    // A load knows its observers: one that knew the load in turn would keep both for ever.
    defer { observer.task.withLock { $0 = nil } }
    let second = loader.loadProduct(withID: "8", handler: shop.results.handler)
    second.cancel()
    try await shop.results.wait(count: 2)
    try await shop.events.wait(for: 2, "handlerRan")
    #expect(shop.events.faults == [])
  }
}

/// Cancels the first load as soon as the second has boarded.
private final class Meddler: LoadObserver {
  let task = Lock(LoadTask?.none)

  func loadBoarded(_ load: ObservedLoad, flight: LoadNumber, url: String) {
    guard load.id == "8" else { return }
    task.withLock { $0 }?.cancel()
  }
}

/// Loses all it is given.
private struct NoResults: ResultQueue {
  func enqueue(_ work: @escaping @Sendable () -> Void) {}
}
