import Foundation
import ProductClient
import ProductClientTesting
import Testing

/// Bodies of every shape arrive whole, or not at all: the sentences 5 and 7 of `Transport`'s contract.
@Suite(.timeLimit(.minutes(2)))
struct BodyConformanceTests {
  static let framings: [FixtureReply.Framing] = [
    .contentLength, .chunked(size: 1), .chunked(size: 7), .chunked(size: 4096), .untilClose,
  ]

  @Test(arguments: TransportUnderTest.keeping(), framings)
  func aBodyArrivesWhole(
    _ transport: TransportUnderTest, _ framing: FixtureReply.Framing
  ) async throws {
    let body = Array(#"{"id": "1", "name": "Lamp"}"#.utf8)
    let reply = FixtureReply(body: body).with(framing)
    try await withFixtureServer(.answering(reply)) { server in
      let response = try await transport.make().perform(HTTPRequest(url: server.url("/")))
      #expect(response.body == body)
    }
  }

  @Test(arguments: TransportUnderTest.keeping(), framings)
  func anEmptyBodyIsEmpty(
    _ transport: TransportUnderTest, _ framing: FixtureReply.Framing
  ) async throws {
    try await withFixtureServer(.answering(FixtureReply().with(framing))) { server in
      let response = try await transport.make().perform(HTTPRequest(url: server.url("/")))
      #expect(response.body.isEmpty)
    }
  }

  @Test(
    arguments: TransportUnderTest.keeping(),
    [FixtureReply.Framing.contentLength, .chunked(size: 65_536), .untilClose])
  func eightMebibytesArriveUnchanged(
    _ transport: TransportUnderTest, _ framing: FixtureReply.Framing
  ) async throws {
    let body = (0..<(8 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    try await withFixtureServer(.answering(FixtureReply(body: body).with(framing))) { server in
      let response = try await transport.make().perform(HTTPRequest(url: server.url("/")))
      #expect(response.body == body)
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func aBodyMayArriveAByteAtATime(_ transport: TransportUnderTest) async throws {
    let reply = FixtureReply.json(#"{"id": "1", "name": "Lamp"}"#)
      .with(.drip(bytes: 1, every: .milliseconds(1)))
    try await withFixtureServer(.answering(reply)) { server in
      let response = try await transport.make().perform(HTTPRequest(url: server.url("/")))
      #expect(response.body == reply.body)
    }
  }

  @Test(arguments: TransportUnderTest.keeping(), CompressedBody.all)
  func aCompressedBodyIsDecompressed(
    _ transport: TransportUnderTest, _ compressed: CompressedBody
  ) async throws {
    try await withFixtureServer(.answering(compressed.reply)) { server in
      let response = try await transport.make().perform(HTTPRequest(url: server.url("/")))
      #expect(response.body == Array(#"{"id":"1","name":"Lamp"}"#.utf8))
    }
  }

  @Test(arguments: TransportUnderTest.keeping(.trailersAreNoFields))
  func trailersAreNoFields(_ transport: TransportUnderTest) async throws {
    var reply = FixtureReply.json("{}").with(.chunked(size: 2))
    reply.trailers = [try #require(HTTPField(name: "X-Late", value: "1"))]
    try await withFixtureServer(.answering(reply)) { server in
      let response = try await transport.make().perform(HTTPRequest(url: server.url("/")))
      #expect(response.body == Array("{}".utf8))
      #expect(response.fields["X-Late"] == nil)
    }
  }

  @Test(
    arguments: TransportUnderTest.keeping(),
    [FixtureReply.Framing.contentLength, .chunked(size: 10)])
  func aTruncatedBodyIsAnError(
    _ transport: TransportUnderTest, _ framing: FixtureReply.Framing
  ) async throws {
    let reply = FixtureReply.json(#"{"id": "1", "name": "Lamp"}"#).with(framing)
      .with(.cut(afterBodyBytes: 12))
    try await withFixtureServer(.answering(reply)) { server in
      let error = await transport.make().error(of: HTTPRequest(url: server.url("/")))
      #expect(error?.code == "transfer")
    }
  }

  @Test(
    arguments: TransportUnderTest.keeping(.brokenHeadIsAnError),
    [
      "SSH-2.0-OpenSSH_9.2\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a size\r\n",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}",
      "",
    ])
  func aMalformedAnswerIsAnError(_ transport: TransportUnderTest, _ answer: String) async throws {
    try await withFixtureServer(.answering(.raw(Array(answer.utf8)))) { server in
      let error = await transport.make().error(of: HTTPRequest(url: server.url("/")))
      #expect(error?.code == "transfer")
    }
  }
}

/// The same document under each encoding that this libcurl can decode.
struct CompressedBody: Sendable, CustomTestStringConvertible {
  let encoding: String
  let base64: String

  var testDescription: String { encoding }

  var reply: FixtureReply {
    FixtureReply(body: Data(base64Encoded: base64).map(Array.init) ?? [])
      .with("Content-Encoding", encoding)
  }

  static let all = known.filter { encoding, _, feature in CurlLibrary.current.has(feature) }
    .map { CompressedBody(encoding: $0.0, base64: $0.1) }

  private static let known = [
    ("gzip", "H4sIAAAAAAACA6tWykxRslIyVNJRykvMTQUyfRJzC5RqAYplHzAYAAAA", "libz"),
    ("deflate", "eJyrVspMUbJSMlTSUcpLzE0FMn0ScwuUagFROAbS", "libz"),
    ("br", "iwuAeyJpZCI6IjEiLCJuYW1lIjoiTGFtcCJ9Aw==", "brotli"),
    ("zstd", "KLUv/SAYwQAAeyJpZCI6IjEiLCJuYW1lIjoiTGFtcCJ9", "zstd"),
  ]
}
