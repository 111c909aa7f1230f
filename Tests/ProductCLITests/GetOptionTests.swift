import Foundation
import ProductClientTesting
import TestSupport
import Testing

/// What the options of `get` change on the wire.
@Suite(.timeLimit(.minutes(2)))
struct GetOptionTests {
  @Test func headersAreSent() async throws {
    let server = try await FixtureServer.start(Self.script)
    let run = try await CommandLineProgram.run(
      "get", "a", "--url-template", "\(server.url.absoluteString)/{id}",
      "--header", "X-Shop: north ", "--header", "Accept:text/x-product")
    #expect(run.status == 0)
    let fields = try #require(server.requests.first?.fields)
    #expect(fields["X-Shop"] == "north")
    #expect(fields.values(of: "Accept") == ["text/x-product"])
    await server.stop()
  }

  @Test func aProxyIsAskedInPlaceOfTheServer() async throws {
    let proxy = try await FixtureServer.start(Self.script)
    let run = try await CommandLineProgram.run(
      "get", "a", "--url-template", "http://shop.invalid/{id}",
      "--proxy", proxy.url.absoluteString)
    #expect(run.status == 0)
    #expect(proxy.requests.map(\.target) == ["http://shop.invalid/a"])
    await proxy.stop()
  }

  @Test func anAttemptEndsInTime() async throws {
    let server = try await FixtureServer.start(Self.script)
    let run = try await CommandLineProgram.run(
      "get", "silent", "--url-template", "\(server.url.absoluteString)/{id}", "--timeout", "0.2")
    #expect(run.status == 1)
    #expect(try FailureLine.decode(run.errors).error.code == "timedOut")
    await server.stop()
  }

  @Test func noMoreThanSoManyAreUnderWay() async throws {
    let server = try await FixtureServer.start(Self.script)
    let run = try await CommandLineProgram.run(
      "get", "a", "a", "a", "a", "a", "a", "a", "a", "--concurrency", "1",
      "--url-template", "\(server.url.absoluteString)/{id}")
    #expect(run.lines.count == 8)
    #expect(server.acceptedConnections == 1)
    await server.stop()
  }

  private static var script: FixtureScript {
    var script = FixtureScript()
    script.on("/a", .json(#"{"id":"a","name":"A"}"#))
    script.on("http://shop.invalid/a", .json(#"{"id":"a","name":"A"}"#))
    script.on("/silent", FixtureReply.json("{}").with(.silence))
    return script
  }
}
