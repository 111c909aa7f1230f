import Foundation
import ProductClientTesting
import TestSupport
import Testing

@testable import ProductClient

/// A timeout says which time ran out, and what the exchange was doing then.
@Suite(.timeLimit(.minutes(1)))
struct CurlTimeoutTests {
  private func reason(
    _ detail: String, metrics: ExchangeMetrics = ExchangeMetrics(), isSecure: Bool = true,
    isConnected: Bool = false, hasConnection: Bool = false, hasHead: Bool = false,
    connect: Duration = .seconds(10)
  ) -> String {
    CurlTimeout(
      detail: detail,
      timeouts: ExchangeTimeouts(
        connect: connect, attempt: .seconds(30), stall: .milliseconds(1500),
        stallBytesPerSecond: 100),
      metrics: metrics, isSecure: isSecure, isConnected: isConnected, hasConnection: hasConnection,
      hasHead: hasHead
    ).reason
  }

  @Test func thePhaseThatDidNotEndIsNamed() {
    let looked = ExchangeMetrics(nameLookup: .seconds(1))
    #expect(
      reason("Resolving timed out after 10000 milliseconds")
        == "no connection within 10 seconds: the name lookup did not end")
    #expect(reason("") == "no connection within 10 seconds: it had no connection yet")
    #expect(
      reason("", metrics: looked)
        == "no connection within 10 seconds: the connection was not accepted")
    #expect(
      reason("", metrics: looked, isConnected: true)
        == "no connection within 10 seconds: the TLS handshake did not end")
  }

  @Test func anAttemptThatIsShorterThanItsConnectTimeIsWhatRanOut() {
    #expect(
      reason("Resolving timed out after 30000 milliseconds", connect: .seconds(60))
        == "no whole answer within 30 seconds: the name lookup did not end")
  }

  @Test func howFarTheAnswerCameIsTold() {
    let metrics = ExchangeMetrics(receivedBytes: 5)
    #expect(
      reason("", metrics: metrics, hasConnection: true)
        == "no whole answer within 30 seconds: not a byte of it came")
    #expect(
      reason("", metrics: metrics, hasConnection: true, hasHead: true)
        == "no whole answer within 30 seconds: 5 bytes of its body came")
  }

  @Test func aStallIsToldInWholeSecondsAsItIsMeasured() {
    #expect(
      reason("Operation too slow. Less than 100 bytes/sec transferred the last 2 seconds")
        == "fewer than 100 bytes a second for 2 seconds")
  }

  // MARK: - Over real sockets

  private func expect(_ reason: String, of url: URL, _ timeouts: ExchangeTimeouts) async {
    let transport = CurlTransport(configuration: CurlConfiguration(proxy: .none))
    let error = await transport.error(of: HTTPRequest(url: url, timeouts: timeouts))
    #expect(error?.code == "timedOut")
    #expect(error?.failure?.reason == reason)
  }

  @Test func aConnectionThatIsNotAcceptedIsTold() async throws {
    let listener = try FullListener()
    await expect(
      "no connection within 0.2 seconds: the connection was not accepted", of: listener.url,
      ExchangeTimeouts(connect: .milliseconds(200)))
    await expect(
      "no byte of an answer within 0.2 seconds: the connection was not accepted", of: listener.url,
      ExchangeTimeouts(firstByte: .milliseconds(200)))
  }

  @Test func aHandshakeThatDoesNotEndIsTold() async throws {
    try await withFixtureServer(FixtureScript()) { server in
      let relay = try Relay(to: UInt16(try #require(server.url("/").port)))
      relay.freeze(newOnesToo: true)
      let url = try #require(URL(string: "https://127.0.0.1:\(relay.port)/"))
      await expect(
        "no connection within 0.3 seconds: the TLS handshake did not end", of: url,
        ExchangeTimeouts(connect: .milliseconds(300)))
      await expect(
        "no whole answer within 0.3 seconds: the TLS handshake did not end", of: url,
        ExchangeTimeouts(attempt: .milliseconds(300)))
      await expect(
        "no byte of an answer within 0.3 seconds: the TLS handshake did not end", of: url,
        ExchangeTimeouts(firstByte: .milliseconds(300)))
    }
  }

  /// On a connection that is used again the phases before are not measured.
  @Test func silenceOnAReusedConnectionIsTold() async throws {
    var script = FixtureScript()
    script.on("/", .json("{}"))
    script.on("/silence", .json("{}").with(.silence))
    try await withFixtureServer(script) { server in
      let transport = CurlTransport(configuration: CurlConfiguration(proxy: .none))
      _ = try await transport.perform(HTTPRequest(url: server.url("/")))
      let timeouts = ExchangeTimeouts(attempt: .milliseconds(200))
      let error = await transport.error(
        of: HTTPRequest(url: server.url("/silence"), timeouts: timeouts))
      #expect(
        error?.failure?.reason == "no whole answer within 0.2 seconds: not a byte of it came")
      #expect(server.acceptedConnections == 1)
    }
  }

  /// The first connection ends without an answer after 0.6 s, the second would answer after 0.6 s.
  @Test(arguments: [
    (ExchangeTimeouts(firstByte: .seconds(1)), "no byte of an answer within 1 second"),
    (
      ExchangeTimeouts(attempt: .seconds(1)),
      "no whole answer within 1 second: not a byte of it came"
    ),
  ])
  func aRequestThatGoesOnceMoreDoesNotGetItsTimeAnew(
    _ timeouts: ExchangeTimeouts, _ reason: String
  ) async throws {
    let pause = Fault.delay(.milliseconds(600))
    var script = FixtureScript()
    script.on("/", .json("{}"))
    script.on("/later", FixtureReply.raw([]).with(pause), .json("{}").with(pause))
    try await withFixtureServer(script) { server in
      let transport = CurlTransport(configuration: CurlConfiguration(proxy: .none))
      _ = try await transport.perform(HTTPRequest(url: server.url("/")))
      let error = await transport.error(
        of: HTTPRequest(url: server.url("/later"), timeouts: timeouts))
      #expect(error?.failure?.reason == reason)
    }
  }
}
