import Foundation
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// A secret that is handed to the library shows up nowhere but on the wire.
@Suite(.timeLimit(.minutes(1)))
struct SecretLeakTests {
  static let secret = "open-sesame"
  static let basic = Credential.basic(user: "ali", password: secret)

  /// The secret, and how it is written on the wire.
  private static let forms = [secret, Data("ali:\(secret)".utf8).base64EncodedString()]

  private static func url(_ path: String = "/") -> String {
    "https://shop.example\(path)?key=\(secret)"
  }

  private static func fields() throws -> HTTPFields {
    try [
      #require(HTTPField(name: "Authorization", value: basic.sent.value)),
      #require(HTTPField(name: "Cookie", value: "id=\(secret)")),
      #require(HTTPField(name: "x-api-key", value: secret)),
      #require(HTTPField(name: "X-Shop", value: secret, isSecret: true)),
    ]
  }

  private static func request(_ path: String = "/") throws -> HTTPRequest {
    HTTPRequest(url: try #require(URL(string: url(path))), fields: try fields())
  }

  /// Whether the secret shows up in any way in which the value can be made a text.
  private func leaks(_ value: Any) -> Bool {
    var dumped = ""
    dump(value, to: &dumped)
    dump([value], to: &dumped)
    let texts = [String(describing: value), String(reflecting: value), "\([value])", dumped]
    return texts.contains { text in Self.forms.contains { text.contains($0) } }
  }

  private func expectNoLeak(_ value: Any, _ place: SourceLocation = #_sourceLocation) {
    #expect(!leaks(value), sourceLocation: place)
  }

  @Test func whatIsNotConcealedIsFound() throws {
    struct Holder {
      let secret: Any
    }
    #expect(leaks(Self.secret))
    #expect(leaks(Holder(secret: try Self.basic.sent.value)))
    #expect(leaks([Holder(secret: try #require(URL(string: Self.url())))]))
    #expect(!leaks(Holder(secret: Concealed(Self.secret))))
  }

  @Test func messagesShowNoSecret() throws {
    let request = try Self.request()
    #expect(request.fields["X-Shop"] == Self.secret)
    expectNoLeak(request)
    expectNoLeak(request.fields)
    for field in request.fields { expectNoLeak(field) }
    expectNoLeak(HTTPResponse(status: 200, fields: request.fields))
    expectNoLeak(Answer(response: HTTPResponse(status: 200), request: request))
    #expect("\(request)".contains("X-Shop: …"))
    #expect("\(request)".contains("https://shop.example/?key=…"))
  }

  @Test func credentialsShowNoSecret() throws {
    let field = try #require(HTTPField(name: "X-Shop", value: Self.secret))
    for credential in [.bearer(Self.secret), Self.basic, .field(field)] {
      expectNoLeak(credential)
      expectNoLeak(try credential.sent)
      expectNoLeak(HeldCredential(credential: credential, generation: 1))
      let provider = FixedAuthorization(credential, for: [try #require(URL(string: Self.url()))])
      expectNoLeak(provider)
      expectNoLeak(Credentials(from: provider, launch: Launch()))
    }
  }

  /// A provider that conceals nothing of its own.
  private struct Careless: AuthorizationProvider {
    let secret: String
    func credential(for origin: URL, replacing: Credential?) -> Credential? { .bearer(secret) }
  }

  @Test func configurationsShowNoSecret() throws {
    var configuration = LoaderConfiguration(fields: try Self.fields())
    configuration.authorization = Careless(secret: Self.secret)
    expectNoLeak(configuration)
    #expect((configuration.authorization as? Careless)?.secret == Self.secret)
  }

  @Test(arguments: [
    "http://ali:\(secret)@proxy.example:8080", "socks5h://ali:\(secret)@proxy.example",
    "http://ali:\(secret)@pro xy:80:80",
  ])
  func proxiesShowNoSecret(_ url: String) {
    expectNoLeak(CurlConfiguration(proxy: .url(url)))
    expectNoLeak(CurlConfiguration.Proxy.url(url))
  }

  @Test(arguments: ["http://ali:\(secret)@proxy.example:8080", "ali:\(secret)@proxy.example"])
  func transportsAndLoadersShowNoSecret(_ proxy: String) throws {
    let certificate = CurlConfiguration.ClientCertificate(
      certificateFile: "/client.pem", keyPassword: Self.secret)
    let transports = [
      CurlTransport(
        configuration: CurlConfiguration(proxy: .url(proxy), clientCertificate: certificate)),
      CurlTransport(
        configuration: CurlConfiguration(),
        environment: ["https_proxy": proxy, "ALL_PROXY": proxy, "http_proxy": proxy]),
    ]
    var configuration = LoaderConfiguration(fields: try Self.fields())
    let url = try #require(URL(string: Self.url()))
    for provider in [
      Careless(secret: Self.secret), FixedAuthorization(.bearer(Self.secret), for: [url]),
    ] as [any AuthorizationProvider] {
      configuration.authorization = provider
      for transport in transports {
        expectNoLeak(transport)
        expectNoLeak(ProductLoader(transport: transport, configuration: configuration) { _ in url })
      }
    }
  }

  @Test(arguments: [
    [url("/2"), url("/3")], [url()], ["http://shop.example/?key=\(secret)"],
    ["ftp://shop.example/?key=\(secret)"], ["https://ali:\(secret)@shop.example/"],
    ["javascript:\(secret)"], [url("/a")], [url("/2")],
  ])
  func errorsOfRedirectsShowNoSecret(_ locations: [String]) throws {
    var response = HTTPResponse(status: 302)
    for location in locations {
      response.fields.append(try #require(HTTPField(name: "Location", value: location)))
    }
    let decision = RedirectDecision.next(
      after: response, to: try Self.request(), chain: [try Self.request("/a")],
      policy: .follow(atMost: 1))
    let error = try #require(decision.error)
    expectNoLeak(error)
    expectNoLeak(error.localizedDescription)
  }

  @Test(arguments: [
    Credential.bearer("\(secret)\n"), .basic(user: "a:", password: secret),
    .basic(user: "a", password: "\(secret)\0"),
  ])
  func errorsOfCredentialsShowNoSecret(_ credential: Credential) async throws {
    let stage = Authorizing(
      next: Transporting(transport: FixtureTransport(.shop)),
      credentials: Credentials(from: ScriptedProvider { _ in credential }, launch: Launch()))
    expectNoLeak(try #require(await stage.error(of: Self.request())))
  }

  @Test(arguments: [
    FixtureReply.product("1", named: "Lamp"), .status(401), .status(404), .json("{"),
    .status(302).with("Location", "https://other.example/?key=\(secret)"),
  ])
  func aLoadShowsNoSecret(_ reply: FixtureReply) async throws {
    var script = FixtureScript()
    script.otherwise(reply)
    let transport = FixtureTransport(script)
    let log = InMemoryLogHandler()
    var logger = Logger(label: "SecretLeakTests") { _ in log }
    logger.logLevel = .trace
    var configuration = LoaderConfiguration(fields: try Self.fields(), logger: logger)
    let url = try #require(URL(string: Self.url("/1")))
    configuration.authorization = FixedAuthorization(.bearer(Self.secret), for: [url])
    let (events, tracer, metrics) = (EventRecorder(), InMemoryTracer(), TestMetrics())
    configuration.observers = [events, MetricsObserver(factory: metrics)]
    configuration.tracer = tracer
    let loader = ProductLoader(transport: transport, configuration: configuration) { _ in url }
    let outcome = await loader.outcome(withID: "1")
    // It was sent, and it is nowhere else.
    #expect(transport.requests.first?.fields["X-Shop"] == Self.secret)
    #expect(transport.requests.first?.target.contains(Self.secret) == true)
    #expect(!log.entries.isEmpty)
    expectNoLeak(log.entries)
    #expect(events.count("exchangeEnded") > 0)
    expectNoLeak(events.events)
    #expect(!tracer.finishedSpans.isEmpty)
    for span in tracer.finishedSpans {
      expectNoLeak(span.operationName)
      span.attributes.forEach { name, value in expectNoLeak("\(name) \(value)") }
      expectNoLeak(span.status?.message ?? "")
    }
    #expect(!metrics.counters.isEmpty)
    for counter in metrics.counters { expectNoLeak("\(counter.label) \(counter.dimensions)") }
    expectNoLeak(outcome.metrics)
    expectNoLeak(outcome)
  }
}
