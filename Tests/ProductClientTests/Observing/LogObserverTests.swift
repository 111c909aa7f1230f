import InMemoryLogging
import Logging
import ProductClientTesting
import Testing

@testable import ProductClient

/// The log names load, flight and attempt, each at its level.
@Suite(.timeLimit(.minutes(1)))
struct LogObserverTests {
  var shop = WatchedShop()
  let log = InMemoryLogHandler()

  init() {
    shop.configuration.observers = []
  }

  private mutating func loader(at level: Logger.Level) throws -> ProductLoader<Product> {
    var logger = Logger(label: "LogObserverTests") { [log] _ in log }
    logger.logLevel = level
    shop.configuration.logger = logger
    var script = FixtureScript.shop
    script.on("/7", .status(503), .status(302).with("Location", "/8"))
    return try shop.loader(script)
  }

  private var messages: [String] { log.entries.map { "\($0.level): \($0.message)" } }

  @Test mutating func atDebugLoadsAttemptsAndRetriesAreLogged() async throws {
    _ = await (try loader(at: .debug)).outcome(withID: "7")
    #expect(
      messages == [
        "debug: attempt ended", "debug: retry scheduled", "debug: redirect followed",
        "debug: attempt ended", "debug: load settled",
      ])
    let settled = try #require(log.entries.last?.metadata)
    #expect(settled["id"] == "7")
    #expect(settled["code"] == "ok")
    #expect(settled["attempts"] == "2")
    #expect(settled["load"] == settled["flight"])
    for entry in log.entries { #expect(entry.metadata["flight"] == settled["flight"]) }
    #expect(log.entries.map { $0.metadata["attempt"] } == ["1", "1", "2", "2", nil])
    #expect(log.entries.map { $0.metadata["status"] } == ["503", nil, "302", "200", nil])
  }

  @Test mutating func atTraceTheSmallerStepsAreLoggedToo() async throws {
    shop.load(by: try loader(at: .trace))
    try await shop.results.wait(count: 1)
    #expect(messages.first == "trace: load started")
    #expect(messages.contains("trace: load boarded"))
    #expect(messages.contains("trace: exchange ended"))
    #expect(messages.contains("trace: attempt started"))
    let load = log.entries.first?.metadata["load"]
    #expect(log.entries.last { $0.message == "load settled" }?.metadata["load"] == load)
  }

  @Test mutating func atInfoNothingIsSaidOfALoad() async throws {
    let loader = try loader(at: .info)
    _ = await loader.outcome(withID: "7")
    #expect(messages == [])
    // Nor does it pay for anything.
    #expect(loader.pipeline.load(of: "7").observation == nil)
  }

  @Test mutating func numbersAreNotThoseOfOtherLoaders() async throws {
    let loaders = [try loader(at: .debug), try loader(at: .debug)]
    for loader in loaders { _ = await loader.outcome(withID: "9") }
    let settled = log.entries.filter { $0.message == "load settled" }
    #expect(Set(settled.map { "\($0.metadata["load"] ?? "")" }).count == 2)
  }
}
