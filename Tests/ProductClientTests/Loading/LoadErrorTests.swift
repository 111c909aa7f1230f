import Dispatch
import Foundation
import ProductClient
import ProductClientTesting
import TestSupport
import Testing

/// Each way a load can fail comes with its own word, and with what a person needs to know of it.
@Suite(.timeLimit(.minutes(1)))
struct LoadErrorTests {
  /// Loads `/a?key=sesame` from a server that answers so, and returns the error.
  private func error(
    answering reply: FixtureReply, configuration: LoaderConfiguration = .patient
  ) async throws -> (error: LoadError?, port: UInt16) {
    var script = FixtureScript()
    script.on("/a", reply)
    return try await withFixtureServer(script) { server in
      let url = server.url("/a?key=sesame")
      let loader = ProductLoader(
        transport: CurlTransport.ownWithoutProxy(), configuration: configuration
      ) { _ in url }
      return (await loader.outcome(withID: "1").result.error, server.port)
    }
  }

  @Test(arguments: [
    (FixtureReply.status(404), "notFound", "the server answered 404"),
    (.status(410), "notFound", "the server answered 410"),
    (.status(500), "status", "Internal Server Error"),
    (.status(401), "status", "Unauthorized"),
    (.problem(503, title: "Out of order"), "status", "Out of order"),
    (.json("{}", status: 206), "status", "it sent a part, unasked"),
    (.status(302), "status", "Found"),
    (.json("{"), "undecodable", "at byte 1"),
    (.status(204), "undecodable", "at byte 0"),
    (.json(#"{"id": "1", "name": 7}"#), "undecodable", "name: "),
    (FixtureReply.json("{}").with(.cut(afterBodyBytes: 1)), "transfer", "closed"),
    (FixtureReply.json("{}").with(.reset(afterBodyBytes: 1)), "transfer", "reset"),
    (FixtureReply.json("{}").with(.resetBeforeHead), "transfer", ""),
    (FixtureReply.json("{}").with(.malformedHead(Array("?\r\n\r\n".utf8))), "transfer", ""),
  ])
  func anAnswerThatIsNoProductHasItsOwnWord(
    _ reply: FixtureReply, _ code: String, _ reason: String
  ) async throws {
    let (error, port) = try await error(answering: reply)
    try expect(error, code, url: "http://127.0.0.1:\(port)/a?key=…", reason, attempts: 1)
  }

  @Test func problemDetailsAreInTheError() async throws {
    let body = """
      {"type": "about:blank", "title": "Out of order", "detail": "Back at noon", "instance": "/7"}
      """
    let reply = FixtureReply(status: 500, body: Array(body.utf8))
      .with("Content-Type", "application/problem+json")
    let (error, _) = try await error(answering: reply)
    guard case .status(let status, let problem?, let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(status == 500)
    #expect(problem.type == "about:blank")
    #expect(problem.title == "Out of order")
    #expect(problem.detail == "Back at noon")
    #expect(problem.instance == "/7")
    #expect(failure.reason == "Back at noon")
  }

  @Test(arguments: [
    (#"{"id": "1", "name": 7}"#, "name", "7}", "7"),
    (
      #"{"id": "1", "name": "L", "price": {"amount": true, "currency": "EUR"}}"#, "price.amount",
      "true", "true"
    ),
    (#"{"id": "1", "name": "L", "imageURLs": ["http://h/", 3]}"#, "imageURLs[1]", "3]", "3"),
    (#"{"id": "1", "name": "L",}"#, "", "}", "}"),
  ])
  func anUndecodableBodySaysWhere(
    _ body: String, _ path: String, _ place: String, _ excerpt: String
  ) async throws {
    let (error, _) = try await error(answering: .json(body))
    guard case .undecodable(let fault, let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let offset = try #require(body.range(of: place)).lowerBound.utf16Offset(in: body)
    #expect(fault.path == path)
    #expect(fault.byteOffset == offset)
    #expect(fault.excerpt.contains(excerpt))
    #expect(!fault.reason.isEmpty)
    #expect(failure.reason.contains(fault.excerpt))
    #expect("\(LoadError.undecodable(fault, failure))".contains("at byte \(offset)"))
  }

  @Test func aServerThatSaysNothingTimesOut() async throws {
    let (error, port) = try await error(
      answering: FixtureReply.json("{}").with(.silence),
      configuration: LoaderConfiguration(
        timeouts: ExchangeTimeouts(attempt: .milliseconds(50)), retries: .never))
    try expect(error, "timedOut", url: "http://127.0.0.1:\(port)/a?key=…", attempts: 1)
  }

  @Test func anAnswerPastTheLimitIsTooLarge() async throws {
    let (error, port) = try await error(
      answering: .json(#"{"id": "1", "name": "Lamp"}"#),
      configuration: LoaderConfiguration(
        limits: ExchangeLimits(bodyBytes: 10), retries: .never))
    try expect(error, "tooLarge", url: "http://127.0.0.1:\(port)/a?key=…", attempts: 1)
  }

  @Test func aPortWhereNobodyListensIsAConnectError() async throws {
    let port = try #require(try freePorts(1).first)
    let error = try await error(from: "http://127.0.0.1:\(port)/a?key=sesame")
    try expect(error, "connect", url: "http://127.0.0.1:\(port)/a?key=…", attempts: 1)
  }

  @Test func aHostThatDoesNotExistIsAResolveError() async throws {
    let error = try await error(from: "http://no-such-host.invalid/a?key=sesame")
    try expect(
      error, "resolve", url: "http://no-such-host.invalid/a?key=…", "no-such-host", attempts: 1)
  }

  @Test(.needsNginx, .needs("openssl"), arguments: [Nginx.Site.expired, .otherHost, .selfSigned])
  func aCertificateThatIsNotAcceptedIsATLSError(_ site: Nginx.Site) async throws {
    let shop = try await SecureShop()
    let url = shop.nginx.url("1.json", on: site)
    let transport = CurlTransport(configuration: shop.configuration)
    let loader = ProductLoader(transport: transport, configuration: .patient) { _ in url }
    let error = await loader.outcome(withID: "1").result.error
    try expect(error, "tls", url: url.absoluteString, attempts: 1)
    await shop.nginx.stop()
  }

  @Test(arguments: [
    ("ftp://shop.example/a?key=sesame", "ftp://shop.example/a?key=…", "not ftp"),
    ("http://sesame:sesame@shop.example/", "http://shop.example/", "user information"),
    ("http:///a?key=sesame", "http:///a?key=…", "no host"),
    ("a?key=sesame", "://a?key=…", "no scheme"),
    ("http://shop%0Aexample/", "http://shop?example/", "percent-encoded"),
  ])
  func aURLThatMayNotBeLoadedFromIsInvalid(
    _ text: String, _ shown: String, _ reason: String
  ) async throws {
    let error = try await error(from: text)
    try expect(error, "invalidURL", url: shown, reason, attempts: 0)
  }

  @Test func aURLThatOnlyLibcurlRefusesIsInvalidToo() async throws {
    let error = try await error(from: "http://shop,example/a?key=sesame")
    try expect(error, "invalidURL", url: "http://shop,example/a?key=…", attempts: 1)
  }

  @Test func aResolverThatThrowsIsAnInvalidURL() async throws {
    struct NoSuchShop: Error {}
    let loader = ProductLoader(transport: CurlTransport.ownWithoutProxy()) { _ in
      throw NoSuchShop()
    }
    let error = await loader.outcome(withID: "4\u{1B}2").result.error
    try expect(error, "invalidURL", url: "id 4\\u001b2", "NoSuchShop", attempts: 0)
  }

  @Test func afterAShutdownEveryLoadIsShutDown() async throws {
    try await withFixtureServer(.shop) { server in
      let transport = CurlTransport.ownWithoutProxy()
      let loader = ProductLoader.from(server, over: transport)
      _ = try await loader.product(withID: "1")
      await transport.shutdown()
      let error = await loader.outcome(withID: "2").result.error
      #expect(error == .shutDown)
      #expect(error?.failure == nil)
      #expect(error.map { "\($0)" }?.contains("transport was shut down") == true)
      #expect(server.requestCount == 1)
    }
  }

  @Test func aShutdownEndsLoadsInProgress() async throws {
    let silence = FixtureReply.json("{}").with(.silence)
    try await withFixtureServer(.answering(silence)) { server in
      let transport = CurlTransport.ownWithoutProxy()
      let results = Results<Product>()
      for _ in 1...10 {
        ProductLoader.from(server, over: transport)
          .loadProduct(withID: "", handler: results.handler)
      }
      try await server.waitForRequests(count: 10)
      await transport.shutdown()
      let all = try await results.wait(count: 10)
      #expect(all == Array(repeating: .failure(.shutDown), count: 10))
    }
  }

  private func error(from text: String) async throws -> LoadError? {
    let url = try #require(URL(string: text))
    let loader = ProductLoader(
      transport: CurlTransport.ownWithoutProxy(), configuration: .patient
    ) { _ in url }
    return await loader.outcome(withID: "1").result.error
  }

  private func expect(
    _ error: LoadError?, _ code: String, url: String, _ reason: String = "", attempts: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let error = try #require(error, sourceLocation: sourceLocation)
    let failure = try #require(error.failure, "\(error)", sourceLocation: sourceLocation)
    let text = "\(error)"
    #expect(error.code == code, sourceLocation: sourceLocation)
    #expect(failure.url == url, sourceLocation: sourceLocation)
    #expect(!failure.reason.isEmpty, sourceLocation: sourceLocation)
    #expect(
      reason.isEmpty || failure.reason.contains(reason), "\(failure.reason)",
      sourceLocation: sourceLocation)
    #expect(failure.attempts == attempts, sourceLocation: sourceLocation)
    let after = attempts == 0 ? "" : " (after 1 attempt)"
    #expect(text.contains("\(url): \(failure.reason)\(after)."), sourceLocation: sourceLocation)
    #expect(!text.contains("sesame"), sourceLocation: sourceLocation)
  }
}

/// The vocabulary itself.
@Suite(.timeLimit(.minutes(1)))
struct LoadErrorTextTests {
  static let failure = LoadFailure(url: "http://shop.example/", reason: "so it is", attempts: 3)
  static let fault = DecodingFailure(path: "", byteOffset: nil, excerpt: "", reason: "")

  static let all: [(LoadError, String)] = [
    (.cancelled, "cancelled"), (.deadlineExceeded(failure), "deadlineExceeded"),
    (.timedOut(failure), "timedOut"), (.invalidURL(failure), "invalidURL"),
    (.blockedAddress(failure), "blockedAddress"), (.resolve(failure), "resolve"),
    (.connect(failure), "connect"), (.tls(failure), "tls"), (.transfer(failure), "transfer"),
    (.tooLarge(failure), "tooLarge"), (.tooManyRedirects(failure), "tooManyRedirects"),
    (.notFound(failure), "notFound"), (.status(500, nil, failure), "status"),
    (.undecodable(fault, failure), "undecodable"), (.notCached(failure), "notCached"),
    (.circuitOpen(failure), "circuitOpen"), (.shutDown, "shutDown"), (.abandoned, "abandoned"),
  ]

  @Test(arguments: all)
  func theCodeIsStableAndTheTextIsASentence(_ error: LoadError, _ code: String) {
    #expect(error.code == code)
    let text = "\(error)"
    #expect(text.hasSuffix("."))
    #expect(!text.contains("  "))
    #expect(!text.contains(".."))
    guard error.failure != nil else { return }
    #expect(error.failure == Self.failure)
    #expect(text.contains("http://shop.example/: so it is (after 3 attempts)."))
  }

  @Test func noTwoAreTheSame() {
    #expect(Set(Self.all.map(\.0)).count == Self.all.count)
    #expect(Set(Self.all.map { "\($0.0)" }).count == Self.all.count)
  }

  @Test func attemptsAreToldUnlessThereWasNone() {
    func text(_ attempts: Int) -> String {
      "\(LoadError.notFound(LoadFailure(url: "http://h/", reason: "gone", attempts: attempts)))"
    }
    #expect(text(0) == "No product at http://h/: gone. Check the id.")
    #expect(text(1) == "No product at http://h/: gone (after 1 attempt). Check the id.")
    #expect(text(2) == "No product at http://h/: gone (after 2 attempts). Check the id.")
  }

  @Test func theLocalizedDescriptionIsTheSameSentence() {
    let error: any Error = LoadError.resolve(Self.failure)
    #expect(error.localizedDescription == "\(LoadError.resolve(Self.failure))")
  }

  @Test func aTextFromOutsideIsCutAndEscaped() {
    let failure = LoadFailure(
      url: "http://h/\u{1B}[31m", reason: "a" + String(repeating: "\u{301}", count: 100_000))
    #expect(failure.url == #"http://h/\u001b[31m"#)
    #expect(failure.reason.unicodeScalars.count == 1001)
  }
}
