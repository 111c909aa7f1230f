import Dispatch
import ProductClient
import Foundation
import TestSupport
import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// Letting go of anything neither crashes nor loses a result, and nothing is held after it.
@Suite(.timeLimit(.minutes(1)))
struct LifetimeTests {
  let queue = DispatchQueue(label: "LifetimeTests")
  let results = Results<Product>()

  @Test func lettingGoOfLoaderAndTaskLosesNothing() async throws {
    let clock = VirtualClock()
    var script = FixtureScript()
    script.on("/", FixtureReply.product("1", named: "Lamp").with(.delay(.seconds(1))))
    let url = try shopURL()
    func start() {
      let loader = ProductLoader(
        transport: FixtureTransport(script, clock: clock), resultQueue: queue
      ) { _ in url }
      _ = loader.loadProduct(withID: "1", handler: results.handler)
    }
    start()
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    #expect(try await results.first().model?.name == "Lamp")
  }

  @Test func lettingGoOfTheLastLoaderOfAnEngineLosesNothing() async throws {
    // The reply leaves when the loader, and with it the engine's last owner, is gone.
    let clock = VirtualClock()
    var script = FixtureScript()
    script.on("/1", FixtureReply.product("1", named: "Lamp").with(.delay(.seconds(1))))
    let server = try await FixtureServer.start(script, clock: clock)
    func start() {
      ProductLoader.from(server).loadProduct(withID: "1", handler: results.handler)
    }
    start()
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    #expect(try await results.first().model?.name == "Lamp")
    try await server.waitForOpenConnections(count: 0)
    await server.stop()
  }

  @Test(arguments: ["/", "/missing", "/broken", "/silent"])
  func whatAHandlerCapturedIsLetGoOfAfterIt(_ path: String) async throws {
    var script = FixtureScript.answering(.product("1", named: "Lamp"))
    script.on("/missing", .status(404))
    script.on("/broken", .json("{"))
    script.on("/silent", FixtureReply.json("{}").with(.silence))
    let url = try shopURL(path.dropFirst())
    let transport = FixtureTransport(script, clock: VirtualClock())
    let loader = ProductLoader(transport: transport, resultQueue: queue) { _ in url }
    let isGone = Observed(false)
    func start() -> LoadTask {
      let captured = Captured { isGone.update { $0 = true } }
      return loader.loadProduct(withID: "1") { [results] result in
        captured.use()
        results.handler(result)
      }
    }
    let task = start()
    if path == "/silent" {
      try await transport.waitForRequests(count: 1)
      task.cancel()
    }
    try await results.wait(count: 1)
    try await isGone.wait { $0 }
    // The handle was held all the time, and the loader: neither holds the handler.
    #expect((task.metrics == nil) == (path == "/silent"))
    withExtendedLifetime(loader) {}
  }

  @Test func whatTheLoaderCapturedIsLetGoOfWithIt() async throws {
    let isGone = Observed(false)
    let url = try shopURL()
    func start() -> LoadTask {
      let captured = Captured { isGone.update { $0 = true } }
      let loader = ProductLoader(transport: FixtureTransport(.shop), resultQueue: queue) { _ in
        captured.use()
        return url
      }
      return loader.loadProduct(withID: "1", handler: results.handler)
    }
    let task = start()
    try await results.wait(count: 1)
    try await isGone.wait { $0 }
    task.cancel()
    #expect(task.metrics?.attempts == 1)
  }

  @Test(arguments: Variant.allCases)
  func nothingIsKeptOnceTheResultWasTold(_ variant: Variant) async throws {
    let url = try shopURL("7")
    let loaded = LetGo()
    func load() async throws {
      let loader = loaded.loader(over: FixtureTransport(.shop), url)
      let run = variant.begin(loader, id: "7", isCancelled: false)
      #expect(try await run.results().map(\.code) == ["ok"])
    }
    try await load()
    try await loaded.waitUntilGone()
  }

  @Test(arguments: Variant.allCases)
  func nothingIsKeptOfALoadThatWasCancelled(_ variant: Variant) async throws {
    let url = try shopURL("7")
    let transport = ManualTransport()
    let loaded = LetGo()
    func load() async throws {
      let run = variant.begin(loaded.loader(over: transport, url), id: "7", isCancelled: false)
      try await transport.wait { $0.inFlight == 1 }
      run.cancel()
      let codes = try await run.results().map(\.code)
      #expect(codes == (variant.isSilent(in: .cancelledInFlight) ? [] : ["cancelled"]))
    }
    try await load()
    try await loaded.waitUntilGone()
    // The exchange does not keep what the load held, and may end a little later.
    try await transport.wait { $0.inFlight == 0 }
  }

  @Test(arguments: [OutcomeOrder.asFinished, .asRequested])
  func nothingIsKeptOfAStreamThatIsNotReadToItsEnd(_ order: OutcomeOrder) async throws {
    let url = try shopURL("7")
    let loaded = LetGo()
    func load() async throws {
      let loader = loaded.loader(over: FixtureTransport(.shop), url)
      for await _ in loader.products(withIDs: EndlessIDs(), maxConcurrent: 8, order: order) {
        break
      }
    }
    try await load()
    try await loaded.waitUntilGone()
  }

  @Test func anOperationIsLetGoOfAfterItsEnd() async throws {
    let url = try shopURL("7")
    let loaded = LetGo()
    let operations = OperationQueue()
    weak var operation: ProductLoadOperation<Product>?
    func load() async throws {
      let loader = loaded.loader(over: FixtureTransport(.shop), url)
      let started = ProductLoadOperation(
        loader: loader, id: "7", resultQueue: queue, handler: results.handler)
      operation = started
      operations.addOperation(started)
      try await results.wait(count: 1)
    }
    try await load()
    try await loaded.waitUntilGone()
    try await waitUntil("the operation is gone") { operation == nil }
  }

  /// What an operation holds once it is finished: its result.
  @Test func anOperationThatIsKeptLetsGoOfItsHandler() async throws {
    let isGone = Observed(false)
    let url = try shopURL("7")
    let loader = ProductLoader(transport: FixtureTransport(.shop)) { _ in url }
    func operation() -> ProductLoadOperation<Product> {
      let captured = Captured(isGone)
      return ProductLoadOperation(loader: loader, id: "7", resultQueue: queue) { _ in
        captured.use()
      }
    }
    let kept = operation()
    kept.start()
    try await isGone.wait { $0 }
    #expect(kept.result?.model?.id == "7")
  }

  @Test func aLoadThatIsSettledIsLetGoOf() async throws {
    let url = try shopURL("7")
    let loader = ProductLoader(transport: FixtureTransport(.shop), resultQueue: queue) { _ in url }
    weak var load: Load?
    func start() {
      let started = loader.pipeline.load(of: "7")
      load = started
      loader.pipeline.start(
        started, of: "7",
        Delivery(of: "7", at: loader.place) { [results] in results.handler($0.result) })
    }
    start()
    try await results.wait(count: 1)
    try await waitUntil("the load is gone") { load == nil }
  }
}

/// Tells when a loader, and everything that works for it, is gone.
private final class LetGo: Sendable {
  private let isGone = Observed(false)

  func loader(over transport: some Transport, _ url: URL) -> ProductLoader<Product> {
    let captured = Captured(isGone)
    return ProductLoader(transport: transport) { _ in
      captured.use()
      return url
    }
  }

  func waitUntilGone() async throws {
    try await isGone.wait { $0 }
  }
}
