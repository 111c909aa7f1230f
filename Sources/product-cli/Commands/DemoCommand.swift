import ArgumentParser
import ProductClient
import ProductClientTesting

/// Shows the whole thing at work, without a network and without arguments.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Load a catalogue from a server of its own, and show what failures look like.",
    discussion: """
      The server listens on this machine, the products are part of this program: no network is \
      needed. They are loaded through libcurl, as get does it.
      """
  )

  func run() async throws {
    ConsoleLog.bootstrap(isVerbose: false)
    let (isAsExpected, signal) = try await Signals.cancelling { try await show() }
    if let signal { throw Stop(ExitStatus.signal(signal), "interrupted") }
    guard isAsExpected else { throw Stop(ExitStatus.someFailed, "this is not what was expected") }
  }

  /// Returns whether all went as it should.
  private func show() async throws -> Bool {
    let server = try await FixtureServer.start(DemoScript.make(), recordedRequests: 0)
    let stage = DemoStage(try URLTemplate("\(server.url.absoluteString)/products/{id}.json"))
    try await stage.heading(
      "Loading from \(server.url.absoluteString) through \(ProductCLI.engine)"
    )
    let tally = try await stage.loadAll(DemoCatalogue.documents.map(\.id))
    guard !Task.isCancelled else { return false }
    try await stage.heading("What failures look like")
    let codes = try await stage.fail(DemoScript.failing)
    guard !Task.isCancelled else { return false }
    try await stage.close(tally, failures: codes.count)
    await server.stop()
    return tally.failed == 0 && codes == ["notFound", "undecodable", "timedOut"]
  }
}
