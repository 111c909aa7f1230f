import Foundation
import ProductClient
import ProductClientTesting
import Testing

/// Limits hold while bytes arrive, times end what takes too long: the sentences 5 and 6.
@Suite(.timeLimit(.minutes(2)))
struct LimitConformanceTests {
  static let limits = ExchangeLimits(bodyBytes: 1000, headerBytes: 2000)

  @Test(
    arguments: TransportUnderTest.keeping(),
    [FixtureReply.Framing.contentLength, .chunked(size: 100), .untilClose])
  func aBodyPastTheLimitIsRefused(
    _ transport: TransportUnderTest, _ framing: FixtureReply.Framing
  ) async throws {
    let reply = FixtureReply(body: Array(repeating: 0x20, count: 1001)).with(framing)
    try await withFixtureServer(.answering(reply)) { server in
      let error = await transport.make().error(
        of: HTTPRequest(url: server.url("/"), limits: Self.limits))
      #expect(error?.code == "tooLarge")
    }
  }

  @Test(
    arguments: TransportUnderTest.keeping(),
    [FixtureReply.Framing.contentLength, .chunked(size: 100), .untilClose])
  func aBodyOfExactlyTheLimitIsAccepted(
    _ transport: TransportUnderTest, _ framing: FixtureReply.Framing
  ) async throws {
    let reply = FixtureReply(body: Array(repeating: 0x20, count: 1000)).with(framing)
    try await withFixtureServer(.answering(reply)) { server in
      let response = try await transport.make().perform(
        HTTPRequest(url: server.url("/"), limits: Self.limits))
      #expect(response.body.count == 1000)
    }
  }

  /// Fourteen bytes on the wire that stand for a million spaces.
  @Test(.enabled(if: CurlLibrary.current.has("brotli")), arguments: TransportUnderTest.keeping())
  func theLimitCountsDecompressedBytes(_ transport: TransportUnderTest) async throws {
    let bomb = CompressedBody(encoding: "br", base64: "Wz9Cj18CJB4LBPJzHgA=").reply
    try await withFixtureServer(.answering(bomb)) { server in
      let subject = transport.make()
      let response = try await subject.perform(HTTPRequest(url: server.url("/")))
      #expect(response.body.count == 1_000_000)
      let error = await subject.error(of: HTTPRequest(url: server.url("/"), limits: Self.limits))
      #expect(error?.code == "tooLarge")
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func aHeadPastTheLimitIsRefused(_ transport: TransportUnderTest) async throws {
    let reply = FixtureReply.json("{}").with("X-Long", String(repeating: "a", count: 2000))
    try await withFixtureServer(.answering(reply)) { server in
      let error = await transport.make().error(
        of: HTTPRequest(url: server.url("/"), limits: Self.limits))
      #expect(error?.code == "tooLarge")
    }
  }

  /// The server never ends this head; only counting while it arrives can.
  @Test(arguments: TransportUnderTest.keeping(.headerLimitWhileArriving))
  func anEndlessHeadIsRefusedWhileItArrives(_ transport: TransportUnderTest) async throws {
    let lines = String(repeating: "X-Field: 0123456789\r\n", count: 200)
    let endless = FixtureReply.raw(Array("HTTP/1.1 200 OK\r\n\(lines)".utf8))
      .with(.stall(afterBodyBytes: .max))
    try await withFixtureServer(.answering(endless)) { server in
      let error = await transport.make().error(
        of: HTTPRequest(url: server.url("/"), limits: Self.limits))
      #expect(error?.code == "tooLarge")
    }
  }

  @Test(
    arguments: TransportUnderTest.keeping(),
    [Fault.silence, .stall(afterBodyBytes: 0), .stall(afterBodyBytes: 5)])
  func anAnswerThatNeverEndsTimesOut(
    _ transport: TransportUnderTest, _ fault: Fault
  ) async throws {
    try await withFixtureServer(.answering(.json("[1, 2, 3]").with(fault))) { server in
      let error = await transport.make().error(
        of: HTTPRequest(
          url: server.url("/"), timeouts: ExchangeTimeouts(attempt: .milliseconds(200))))
      #expect(error?.code == "timedOut")
    }
  }

  @Test(arguments: TransportUnderTest.keeping(), [Fault.silence, .stall(afterBodyBytes: 5)])
  func aStalledAnswerTimesOutBeforeTheAttemptDoes(
    _ transport: TransportUnderTest, _ fault: Fault
  ) async throws {
    try await withFixtureServer(.answering(.json("[1, 2, 3]").with(fault))) { server in
      let error = await transport.make().error(
        of: HTTPRequest(
          url: server.url("/"),
          timeouts: ExchangeTimeouts(attempt: .seconds(600), stall: .seconds(1))))
      #expect(error?.code == "timedOut")
    }
  }

  @Test(arguments: TransportUnderTest.keeping(.connectTimeout))
  func aConnectionThatDoesNotComeTimesOut(_ transport: TransportUnderTest) async throws {
    let listener = try FullListener()
    let error = await transport.make().error(
      of: HTTPRequest(
        url: listener.url,
        timeouts: ExchangeTimeouts(connect: .milliseconds(200), attempt: .seconds(600))))
    #expect(error?.code == "timedOut")
  }
}
