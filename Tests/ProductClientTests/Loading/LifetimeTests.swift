import Dispatch
import ProductClient
import TestSupport
import Testing

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
}
