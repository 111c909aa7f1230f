import Foundation
import ProductClientTesting
import TestSupport
import Testing

/// What `get` does against servers that fail, redirect, ask for credentials or are not to be asked.
@Suite(.timeLimit(.minutes(2)))
struct GetProtectionTests {
  @Test func aFailureThatMayMendIsTriedAgain() async throws {
    let server = try await FixtureServer.start(Self.script)
    let run = try await get("flaky", from: server)
    #expect(run.status == 0)
    #expect(server.requestCount == 2)
    await server.stop()
  }

  @Test func retriesMayBeForbidden() async throws {
    let server = try await FixtureServer.start(Self.script)
    let run = try await get("flaky", from: server, "--retries", "0")
    #expect(run.status == 1)
    let failure = try FailureLine.decode(run.errors)
    #expect(failure.error.code == "status")
    #expect(failure.error.attempts == 1)
    #expect(server.requestCount == 1)
    await server.stop()
  }

  @Test func aLoadEndsAtItsDeadlineWhateverItsAttemptsMay() async throws {
    let server = try await FixtureServer.start(Self.script)
    let run = try await get("silent", from: server, "--deadline", "0.3", "--timeout", "30")
    #expect(run.status == 1)
    #expect(try FailureLine.decode(run.errors).error.code == "deadlineExceeded")
    await server.stop()
  }

  /// That the rate is kept to is for the tests of the library, on a clock of their own; that the
  /// option reaches it shows where the second request would come after the deadline.
  @Test func aRateHoldsBack() async throws {
    let server = try await FixtureServer.start(Self.script)
    let run = try await CommandLineProgram.run(
      "get", "a", "b", "--url-template", "\(server.url.absoluteString)/{id}",
      "--rate", "0.001/s", "--deadline", "5")
    #expect(run.status == 1)
    #expect(run.lines.count == 1)
    #expect(try FailureLine.decode(run.errors).error.code == "deadlineExceeded")
    #expect(server.requestCount == 1)
    await server.stop()
  }

  @Test(arguments: ["", "0", "x", "1/m", "-1/s", "nan", "inf/s"])
  func aRateThatIsNoneIsAUsageError(_ rate: String) async throws {
    let run = try await CommandLineProgram.run(
      "get", "a", "--url-template", "http://shop.invalid/{id}", "--rate", rate)
    #expect(run.status == 64)
  }

  @Test func aRedirectIsFollowedWithoutTheFieldsForTheFirstServer() async throws {
    let other = try await FixtureServer.start(Self.script)
    var script = FixtureScript()
    script.on("/moved", FixtureReply.status(302).with("Location", "\(other.url)/a"))
    let server = try await FixtureServer.start(script)
    let run = try await get(
      "moved", from: server, "--header", "X-Key: sesame", "--header", "Accept: text/x-product")
    #expect(run.status == 0)
    #expect(server.requests.first?.fields["X-Key"] == "sesame")
    #expect(other.requests.count == 1)
    #expect(other.requests.first?.fields["X-Key"] == nil)
    #expect(other.requests.first?.fields["Accept"] == "text/x-product")
    await server.stop()
    await other.stop()
  }

  @Test func aTokenComesFromTheEnvironment() async throws {
    let server = try await FixtureServer.start(Self.script)
    let run = try await CommandLineProgram.run(
      "get", "a", "--url-template", "\(server.url.absoluteString)/{id}",
      "--bearer-token-env", "SHOP_TOKEN", environment: ["SHOP_TOKEN": "sesame"])
    #expect(run.status == 0)
    #expect(server.requests.first?.fields["Authorization"] == "Bearer sesame")
    await server.stop()
  }

  @Test func aTokenThatIsNotThereIsAUsageError() async throws {
    let run = try await CommandLineProgram.run(
      "get", "a", "--url-template", "http://shop.invalid/{id}",
      "--bearer-token-env", "SHOP_TOKEN_THAT_IS_NOT_SET")
    #expect(run.status == 64)
    #expect(run.errors.contains("SHOP_TOKEN_THAT_IS_NOT_SET"))
  }

  /// The name is public as far as anybody can tell by looking at it.
  @Test func aNameThatLeadsToThisMachineIsRefusedUnlessAllowed() async throws {
    let server = try await FixtureServer.start(Self.script)
    let name = ProcessInfo.processInfo.hostName
    let template = "http://\(name):\(server.port)/{id}"
    let refused = try await CommandLineProgram.run(
      "get", "a", "--url-template", template, "--retries", "0")
    #expect(refused.status == 1)
    // A machine may not know its own name.
    let code = try FailureLine.decode(refused.errors).error.code
    #expect(["blockedAddress", "resolve"].contains(code))
    let allowed = try await CommandLineProgram.run(
      "get", "a", "--url-template", template, "--retries", "0", "--allow-private-addresses")
    #expect(!allowed.errors.contains("blockedAddress"))
    await server.stop()
  }

  private func get(
    _ id: String, from server: FixtureServer, _ options: String...
  ) async throws -> CommandLineProgram.Finished {
    try await CommandLineProgram.run(
      ["get", id, "--url-template", "\(server.url.absoluteString)/{id}"] + options)
  }

  private static var script: FixtureScript {
    var script = FixtureScript()
    script.on("/a", .json(#"{"id":"a","name":"A"}"#))
    script.on("/b", .json(#"{"id":"b","name":"B"}"#))
    script.on("/flaky", .status(503), .json(#"{"id":"flaky","name":"F"}"#))
    script.on("/silent", FixtureReply.json("{}").with(.silence))
    return script
  }
}
