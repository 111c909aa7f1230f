import Foundation
import ProductClient
import ProductClientTesting
import TestSupport
import Testing

/// What the libcurl transport promises beyond the contract: its line, its numbers, its end.
@Suite(.timeLimit(.minutes(1)))
struct CurlTransportTests {
  private func transport(maxConcurrent: Int = 256) -> CurlTransport {
    CurlTransport(
      configuration: CurlConfiguration(maxConcurrentExchanges: maxConcurrent, proxy: .none))
  }

  @Test func noMoreExchangesThanAllowedAreOnTheWireAtOnce() async throws {
    var script = FixtureScript()
    script.otherwise(.json("{}").with(.delay(.milliseconds(20))))
    try await withFixtureServer(script) { server in
      let transport = transport(maxConcurrent: 3)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<12 {
          group.addTask {
            _ = try await transport.perform(HTTPRequest(url: server.url("/\(number)")))
          }
        }
        try await group.waitForAll()
      }
      #expect(server.requestCount == 12)
      #expect(server.acceptedConnections == 3)
    }
  }

  @Test func oneThatIsCancelledInLineIsNeverSent() async throws {
    var script = FixtureScript()
    script.on("/first", .json("{}").with(.silence))
    script.otherwise(.json("{}"))
    try await withFixtureServer(script) { server in
      let transport = transport(maxConcurrent: 1)
      let first = Task { await transport.error(of: HTTPRequest(url: server.url("/first"))) }
      try await server.waitForRequests(count: 1)
      let second = Task { await transport.error(of: HTTPRequest(url: server.url("/second"))) }
      second.cancel()
      #expect(await second.value == .cancelled)
      first.cancel()
      #expect(await first.value == .cancelled)
      _ = try await transport.perform(HTTPRequest(url: server.url("/third")))
      #expect(server.requests.map(\.target) == ["/first", "/third"])
    }
  }

  /// The second waits longer for its turn than its whole attempt may take.
  @Test func timeInLineDoesNotCountAsTimeOfTheAttempt() async throws {
    var script = FixtureScript()
    script.on("/first", .json("{}").with(.silence))
    script.otherwise(.json("{}"))
    try await withFixtureServer(script) { server in
      let transport = transport(maxConcurrent: 1)
      let first = HTTPRequest(
        url: server.url("/first"), timeouts: ExchangeTimeouts(attempt: .seconds(3)))
      let second = HTTPRequest(
        url: server.url("/second"), timeouts: ExchangeTimeouts(attempt: .milliseconds(1500)))
      let firstError = Task { await transport.error(of: first) }
      try await server.waitForRequests(count: 1)
      #expect(await transport.error(of: second) == nil)
      #expect(await firstError.value?.code == "timedOut")
    }
  }

  @Test func theNumbersOfAnExchangeAreInOrder() async throws {
    try await withFixtureServer(.answering(.json("[1, 2, 3]"))) { server in
      let metrics = try await transport().perform(HTTPRequest(url: server.url("/"))).metrics
      let connect = try #require(metrics.connect)
      let firstByte = try #require(metrics.firstByte)
      #expect(connect <= firstByte)
      #expect(firstByte <= metrics.total)
      #expect(metrics.tls == nil)
      #expect(metrics.receivedBytes == 9)
      #expect(metrics.version == .http1_1)
      #expect(metrics.connectionReused == false)
      #expect(metrics.remoteAddress == "127.0.0.1")
    }
  }

  @Test func receivedBytesAreCountedBeforeDecompression() async throws {
    let gzip = try #require(CompressedBody.all.first)
    try await withFixtureServer(.answering(gzip.reply)) { server in
      let response = try await transport().perform(HTTPRequest(url: server.url("/")))
      #expect(response.metrics.receivedBytes == gzip.reply.body.count)
    }
  }

  @Test func fieldsLimitsAndTimesDoNotLeakIntoTheNextExchange() async throws {
    try await withFixtureServer(.answering(.json("[1, 2, 3]"))) { server in
      let transport = transport()
      let field = try #require(HTTPField(name: "X-Once", value: "1"))
      let small = HTTPRequest(
        url: server.url("/"), fields: [field], limits: ExchangeLimits(bodyBytes: 5))
      #expect(await transport.error(of: small)?.code == "tooLarge")
      let response = try await transport.perform(HTTPRequest(url: server.url("/")))
      #expect(response.body.count == 9)
      #expect(server.requests.map { $0.fields["X-Once"] } == ["1", nil])
    }
  }

  @Test func shutdownEndsWhatIsInProgressAndWhatComesAfter() async throws {
    try await withFixtureServer(.answering(.json("{}").with(.silence))) { server in
      let transport = transport(maxConcurrent: 1)
      let request = HTTPRequest(url: server.url("/"))
      let active = Task { await transport.error(of: request) }
      try await server.waitForRequests(count: 1)
      let inLine = Task { await transport.error(of: request) }
      await transport.shutdown()
      #expect(await active.value == .shutDown)
      #expect(await inLine.value == .shutDown)
      #expect(await transport.error(of: request) == .shutDown)
      await transport.shutdown()
      try await server.waitForOpenConnections(count: 0)
    }
  }

  @Test func shutdownBeforeTheFirstExchangeIsRemembered() async throws {
    let transport = transport()
    await transport.shutdown()
    let url = try #require(URL(string: "http://127.0.0.1:9/"))
    #expect(await transport.error(of: HTTPRequest(url: url)) == .shutDown)
  }

  @Test func aTransportThatIsLetGoOfClosesItsConnections() async throws {
    try await withFixtureServer(.answering(.json("{}"))) { server in
      for _ in 0..<3 {
        _ = try await transport().perform(HTTPRequest(url: server.url("/")))
      }
      #expect(server.acceptedConnections == 3)
      try await server.waitForOpenConnections(count: 0)
    }
  }

  /// The thread may find start, cancel and end in its inbox at once. It must not wait then for
  /// something to happen: nothing will.
  @Test func aTransportThatIsLetGoOfRightAfterACancelEndsToo() async throws {
    try await withFixtureServer(.shop) { server in
      func loadAndCancelAnother() async throws {
        let loader = ProductLoader.from(server, over: transport())
        _ = try await loader.product(withID: "1")
        for id in 2..<6 { loader.loadProduct(withID: Product.ID(id)) { _ in }.cancel() }
      }
      for _ in 0..<200 { try await loadAndCancelAnother() }
      try await server.waitForOpenConnections(count: 0)
    }
  }

  @Test func aWidthOfNothingIsAWidthOfOne() async throws {
    try await withFixtureServer(.answering(.json("{}"))) { server in
      var configuration = CurlConfiguration(proxy: .none)
      configuration.maxConcurrentExchanges = 0
      let transport = CurlTransport(configuration: configuration)
      let response = try await transport.perform(HTTPRequest(url: server.url("/")))
      #expect(response.status == 200)
    }
  }

  @Test(arguments: ["foo://user:sesame@h:1", "http://user:ses%ame@:99999", "http://u:sesame@[::1"])
  func aProxyThatCannotBeUsedIsAConnectErrorWithoutItsPassword(_ proxy: String) async throws {
    let url = try #require(URL(string: "http://127.0.0.1:9/"))
    let configuration = CurlConfiguration(proxy: .url(proxy))
    let error = await CurlTransport(configuration: configuration).error(of: HTTPRequest(url: url))
    #expect(error?.code == "connect")
    #expect(error.map { "\($0)".contains("ses") } == false)
    #expect(!"\(configuration)".contains("sesame"))
  }

  @Test(arguments: [
    ExchangeTimeouts(
      connect: .seconds(Int64.max), attempt: .seconds(Int64.max), stall: .seconds(Int64.max)),
    ExchangeTimeouts(connect: .seconds(1), attempt: .seconds(60), stall: .seconds(Int64.min)),
  ])
  func timesMayBeAsLongOrShortAsTheyLike(_ timeouts: ExchangeTimeouts) async throws {
    try await withFixtureServer(.answering(.json("{}"))) { server in
      let response = try await transport().perform(
        HTTPRequest(url: server.url("/"), timeouts: timeouts))
      #expect(response.status == 200)
    }
  }

  @Test func aTimeBelowZeroRunsOutAtOnce() async throws {
    try await withFixtureServer(.answering(.json("{}").with(.silence))) { server in
      let timeouts = ExchangeTimeouts(attempt: .seconds(Int64.min))
      let error = await transport().error(
        of: HTTPRequest(url: server.url("/"), timeouts: timeouts))
      #expect(error?.code == "timedOut")
    }
  }

  /// libcurl takes 100 KiB for a line, and calls more "out of memory" before 8.6.
  @Test func aLineOfTheHeadThatIsTooLongForLibcurlIsTooLarge() async throws {
    let reply = FixtureReply.json("{}").with("X-Long", String(repeating: "a", count: 120_000))
    try await withFixtureServer(.answering(reply)) { server in
      let error = await transport().error(of: HTTPRequest(url: server.url("/")))
      #expect(error?.code == "tooLarge")
    }
  }

  @Test func aControlCharacterInAReceivedFieldBecomesASpace() async throws {
    let answer = "HTTP/1.1 200 OK\r\nX: a\rInjected: y\r\nContent-Length: 2\r\n\r\n{}"
    try await withFixtureServer(.answering(.raw(Array(answer.utf8)))) { server in
      let response = try await transport().perform(HTTPRequest(url: server.url("/")))
      #expect(response.fields["X"] == "a Injected: y")
    }
  }

  /// The server closes each connection after its answer and does not say so; the next exchanges are
  /// given connections that are dead, or die under them.
  @Test func aConnectionThatTurnsOutDeadIsReplaced() async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    try await withFixtureServer(.answering(.raw(Array(answer.utf8)))) { server in
      let transport = transport(maxConcurrent: 16)
      let errors = await withTaskGroup(of: LoadError?.self) { group in
        for _ in 0..<3000 {
          group.addTask { await transport.error(of: HTTPRequest(url: server.url("/"))) }
        }
        return await group.reduce(into: [LoadError]()) { list, error in
          if let error { list.append(error) }
        }
      }
      #expect(errors == [])
    }
  }

  @Test func theLibraryTellsOfItself() {
    let library = CurlLibrary.current
    #expect(library.version.split(separator: ".").count == 3)
    #expect(library.protocols.contains("https"))
    #expect(library.features == library.features.sorted())
    #expect(!library.has("no such feature"))
  }
}
