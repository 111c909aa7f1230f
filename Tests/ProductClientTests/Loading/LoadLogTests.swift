import Foundation
import InMemoryLogging
import Logging
import ProductClient
import TestSupport
import Testing

@testable import ProductClientTesting

/// Every load says once in the log how it ended, at `debug`, and nothing louder.
@Suite(.timeLimit(.minutes(1)))
struct LoadLogTests {
  let clock = VirtualClock()
  let log = InMemoryLogHandler()

  private func loader(
    _ reply: FixtureReply, hasURL: Bool = true
  ) throws -> ProductLoader<Product> {
    let url = try shopURL("7?key=sesame")
    var script = FixtureScript()
    script.on("/7", reply)
    var logger = Logger(label: "LoadLogTests") { _ in log }
    logger.logLevel = .trace
    return ProductLoader(
      transport: FixtureTransport(script, clock: clock),
      configuration: LoaderConfiguration(logger: logger)
    ) { _ in
      guard hasURL else { throw CancellationError() }
      return url
    }
  }

  @Test(arguments: [
    (FixtureReply.product("7", named: "Lamp"), "ok"), (.status(404), "notFound"),
    (.json("{"), "undecodable"),
  ])
  func aLoadIsLoggedWithItsEnd(_ reply: FixtureReply, _ code: String) async throws {
    _ = await (try loader(reply)).outcome(withID: "7")
    try expectOneLine(code, attempts: "1")
  }

  @Test func aLoadWithoutAURLIsLogged() async throws {
    _ = await (try loader(.status(404), hasURL: false)).outcome(withID: "7")
    try expectOneLine("invalidURL", attempts: "0", url: "")
  }

  @Test func aLoadThatIsCancelledIsLogged() async throws {
    let loader = try loader(FixtureReply.json("{}").with(.silence))
    // When the call has returned, the load knows its flight.
    let task = loader.loadProduct(withID: "7") { _ in }
    try await clock.waitForSleepers(count: 1)
    task.cancel()
    try await waitUntil("it is logged") { log.entries.contains { $0.message == "load settled" } }
    try expectOneLine("cancelled", attempts: "1")
  }

  @Test func aLoadThatIsCancelledBeforeItsStartIsLogged() async throws {
    let loader = try loader(.status(404))
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = await loader.outcome(withID: "7")
    }.value
    try expectOneLine("cancelled", attempts: "0", url: "")
  }

  private func expectOneLine(
    _ code: String, attempts: String, url: String = "http://shop.example/7?key=…"
  ) throws {
    let lines = log.entries.filter { $0.message == "load settled" }
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(line.level == .debug)
    #expect(!log.entries.contains { $0.level > .debug })
    let told = line.metadata.mapValues { "\($0)" }
    #expect(told["id"] == "7")
    #expect(told["code"] == code)
    #expect(told["url"] == url)
    #expect(told["attempts"] == attempts)
  }
}
