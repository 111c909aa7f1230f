import Foundation
import ProductClientTesting
import Testing

@testable import ProductClient

/// The stage goes from hop to hop until there is an answer.
@Suite(.timeLimit(.minutes(1)))
struct RedirectingTests {
  /// Redirects from `/0` to `/1` and so on; `/last` answers.
  private static func chain(_ last: Int) -> FixtureScript {
    var script = FixtureScript()
    script.otherwise { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return number < last
        ? .status(301 + number % 3).with("Location", "\(number + 1)")
        : .product("\(number)", named: "Lamp")
    }
    return script
  }

  private static func stage(
    _ transport: some Transport, _ policy: RedirectPolicy = .follow()
  ) -> Redirecting<Transporting> {
    Redirecting(next: Transporting(transport: transport), policy: policy)
  }

  @Test func tenRedirectsAreFollowed() async throws {
    let transport = FixtureTransport(Self.chain(10), clock: VirtualClock())
    let answer = try await Self.stage(transport)
      .answer(to: HTTPRequest(url: try shopURL(0)), on: Course())
    #expect(answer.response.status == 200)
    #expect(try answer.request.url == shopURL(10))
    #expect(try answer.redirects == (0..<10).map { try shopURL($0) })
    #expect(transport.requests.map(\.path) == (0...10).map { "/\($0)" })
  }

  @Test func elevenAreTooMany() async throws {
    let transport = FixtureTransport(Self.chain(11), clock: VirtualClock())
    let error = await Self.stage(transport).error(of: HTTPRequest(url: try shopURL(0)))
    #expect(error?.code == "tooManyRedirects")
    #expect(error?.failure?.url == "http://shop.example/0")
    #expect(transport.requestCount == 11)
  }

  @Test func aRedirectThatIsRefusedIsTheAnswer() async throws {
    let transport = FixtureTransport(Self.chain(1), clock: VirtualClock())
    let answer = try await Self.stage(transport, .refuse)
      .answer(to: HTTPRequest(url: try shopURL(0)), on: Course())
    #expect(answer.response.status == 301)
    #expect(answer.redirects.isEmpty)
    #expect(transport.requestCount == 1)
  }

  @Test func aCircleEndsWhereItCloses() async throws {
    var script = FixtureScript()
    script.on("/a", .status(302).with("Location", "/b"))
    script.on("/b", .status(302).with("Location", "/a"))
    let transport = FixtureTransport(script, clock: VirtualClock())
    let error = await Self.stage(transport).error(of: HTTPRequest(url: try shopURL("a")))
    #expect(
      error?.description == """
        Too many redirects from http://shop.example/a: it leads in a circle: http://shop.example/a \
        → http://shop.example/b → http://shop.example/a (after 1 attempt). Check the URL: it may \
        lead in a circle.
        """)
    #expect(transport.requestCount == 2)
  }

  @Test func anotherServerGetsNoSecret() async throws {
    try await withFixtureServer(.shop) { other in
      var script = FixtureScript()
      script.otherwise(.status(308).with("Location", other.url("/7?x=1").absoluteString))
      try await withFixtureServer(script) { shop in
        let request = HTTPRequest(
          url: shop.url("/1"),
          fields: try [
            #require(HTTPField(name: "Authorization", value: "Bearer sesame")),
            #require(HTTPField(name: "X-Shop", value: "sesame", isSecret: true)),
            #require(HTTPField(name: "Accept", value: "text/plain")),
          ])
        let answer = try await Self.stage(CurlTransport.ownWithoutProxy())
          .answer(to: request, on: Course())
        #expect(answer.response.status == 200)
        #expect(shop.requests.first?.fields["X-Shop"] == "sesame")
        #expect(shop.requests.first?.fields["Authorization"] == "Bearer sesame")
        let fields = try #require(other.requests.first?.fields)
        #expect(other.requests.first?.target == "/7?x=1")
        #expect(fields["Accept"] == "text/plain")
        #expect(fields["Host"] == "127.0.0.1:\(other.port)")
        #expect(!fields.contains { $0.value.contains("sesame") })
      }
    }
  }
}

extension Stage {
  /// The error that the request ends with; nil when there is an answer.
  func error(of request: HTTPRequest) async -> LoadError? {
    do throws(LoadError) {
      _ = try await answer(to: request, on: Course())
      return nil
    } catch {
      return error
    }
  }
}
