import Foundation
import TestSupport
import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// The stage sends the credential of the origin, and renews it when the server refuses it.
@Suite(.timeLimit(.minutes(1)))
struct AuthorizingTests {
  /// Answers those who bear the token, and 401 to the others.
  private static func open(to token: String, _ name: String = "Authorization") -> FixtureScript {
    var script = FixtureScript()
    script.otherwise { request in
      request.fields[name] == token ? .product("1", named: "Lamp") : .problem(401, title: "Who?")
    }
    return script
  }

  private static func stage(
    _ transport: some Transport, _ provider: (any AuthorizationProvider)?
  ) -> Authorizing<Transporting> {
    Authorizing(
      next: Transporting(transport: transport),
      credentials: provider.map { Credentials(from: $0, launch: Launch()) })
  }

  private func statuses(
    _ stage: some Stage, _ requests: HTTPRequest...
  ) async throws -> [Int] {
    var statuses: [Int] = []
    for request in requests {
      statuses.append(try await stage.answer(to: request, on: Course()).response.status)
    }
    return statuses
  }

  @Test func whoWaitsForACredentialHasMadeNoAttempt() async throws {
    let clock = VirtualClock()
    let isOpen = Observed(false)
    let provider = ScriptedProvider { _ in
      try await isOpen.wait { $0 }
      return nil
    }
    // A question goes on when nobody waits for it any more.
    defer { isOpen.update { $0 = true } }
    let url = try shopURL(1)
    let transport = FixtureTransport(.inTurn(.lamp), clock: clock)
    let loader = ProductLoader(
      transport: transport,
      configuration: LoaderConfiguration(
        deadline: .seconds(1), traffic: Traffic(clock: clock), authorization: provider)
    ) { _ in url }
    let load = Task { await loader.outcome(withID: "1") }
    try await provider.questions.wait { $0.count == 1 }
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    let outcome = await load.value
    #expect(outcome.result.code == "deadlineExceeded")
    #expect(outcome.result.error?.failure?.attempts == 0)
    #expect(outcome.metrics.attempts == 0)
    #expect(transport.requestCount == 0)
  }

  @Test func withoutAProviderNothingIsAdded() async throws {
    let transport = FixtureTransport(Self.open(to: "Bearer a"))
    let stage = Self.stage(transport, nil)
    #expect(try await statuses(stage, HTTPRequest(url: shopURL())) == [401])
    #expect(transport.requestCount == 1)
  }

  @Test func theProviderIsAskedOncePerOrigin() async throws {
    let transport = FixtureTransport(Self.open(to: "Bearer a"))
    let provider = ScriptedProvider { _ in .bearer("a") }
    let stage = Self.stage(transport, provider)
    let other = try #require(URL(string: "https://other.example:8443/2"))
    let requests = [try shopURL(1), try shopURL(2), other, try shopURL(3)]
    for url in requests {
      let request = HTTPRequest(url: url)
      let answer = try await stage.answer(to: request, on: Course())
      #expect(answer.response.status == 200)
      // The credential goes no further than the wire.
      #expect(answer.request == request)
    }
    #expect(
      provider.questions.value.map(\.origin)
        == ["http://shop.example", "https://other.example:8443"])
    #expect(provider.rejected == [nil, nil])
  }

  @Test func whereThereIsNoneTheRequestGoesWithout() async throws {
    let transport = FixtureTransport(.shop)
    let stage = Self.stage(transport, ScriptedProvider { _ in nil })
    #expect(try await statuses(stage, HTTPRequest(url: shopURL(1))) == [200])
    #expect(transport.requests.first?.fields["Authorization"] == nil)
  }

  @Test func theProvidersCredentialReplacesTheUsersField() async throws {
    let transport = FixtureTransport(Self.open(to: "Bearer a"))
    let stage = Self.stage(transport, ScriptedProvider { _ in .bearer("a") })
    let field = try #require(HTTPField(name: "authorization", value: "Bearer b"))
    #expect(try await statuses(stage, HTTPRequest(url: shopURL(1), fields: [field])) == [200])
  }

  @Test func theUsersFieldStaysWhereTheProviderHasNone() async throws {
    let transport = FixtureTransport(Self.open(to: "Bearer b"))
    let stage = Self.stage(transport, ScriptedProvider { _ in nil })
    let field = try #require(HTTPField(name: "authorization", value: "Bearer b"))
    #expect(try await statuses(stage, HTTPRequest(url: shopURL(1), fields: [field])) == [200])
  }

  @Test func aCredentialMayBeAnyField() async throws {
    let transport = FixtureTransport(Self.open(to: "a", "X-Shop"))
    let field = try #require(HTTPField(name: "X-Shop", value: "a"))
    let provider = FixedAuthorization(.field(field), for: [try shopURL()])
    #expect(
      try await statuses(Self.stage(transport, provider), HTTPRequest(url: shopURL(1))) == [200])
  }

  @Test func aSecond401IsTheAnswer() async throws {
    let transport = FixtureTransport(Self.open(to: "Bearer never"))
    let provider = ScriptedProvider { .bearer("\($0.number)") }
    let stage = Self.stage(transport, provider)
    #expect(try await statuses(stage, HTTPRequest(url: shopURL(1))) == [401])
    #expect(transport.requests.map { $0.fields["Authorization"] } == ["Bearer 1", "Bearer 2"])
    #expect(provider.rejected == [nil, .bearer("1")])
  }

  @Test(arguments: [Credential.bearer("old"), nil])
  func whereThereIsNoBetterOneThe401IsTheAnswer(_ second: Credential?) async throws {
    let transport = FixtureTransport(Self.open(to: "Bearer new"))
    let provider = ScriptedProvider { $0.number == 1 ? .bearer("old") : second }
    #expect(
      try await statuses(Self.stage(transport, provider), HTTPRequest(url: shopURL(1))) == [401])
    #expect(transport.requestCount == 1)
    #expect(provider.rejected == [nil, .bearer("old")])
  }

  /// A server may refuse one product to somebody whom it gives the others.
  @Test(arguments: [Credential?.none, .bearer("good")])
  func aCredentialThatWasRefusedOnceServesTheLoadsAfterIt(_ second: Credential?) async throws {
    var script = Self.open(to: "Bearer good")
    script.on("/1", .status(401))
    let transport = FixtureTransport(script)
    let provider = ScriptedProvider { $0.number == 1 ? .bearer("good") : second }
    let stage = Self.stage(transport, provider)
    let (refused, other) = (HTTPRequest(url: try shopURL(1)), HTTPRequest(url: try shopURL(2)))
    #expect(try await statuses(stage, refused, other, other) == [401, 200, 200])
    #expect(transport.requestCount == 3)
    #expect(provider.rejected == [nil, .bearer("good")])
  }

  @Test func aCredentialThatIsThereByNowIsFoundAfterThe401() async throws {
    let transport = FixtureTransport(Self.open(to: "Bearer new"))
    let provider = ScriptedProvider { $0.number == 1 ? nil : .bearer("new") }
    let stage = Self.stage(transport, provider)
    let request = HTTPRequest(url: try shopURL(1))
    #expect(try await statuses(stage, request, request) == [200, 200])
    #expect(transport.requestCount == 3)
    #expect(provider.rejected == [nil, nil])
  }

  @Test func aProviderThatThrowsAtFirstFailsTheLoadUnasked() async throws {
    let transport = FixtureTransport(.shop)
    let stage = Self.stage(transport, ScriptedProvider { _ in throw NoCredential() })
    let error = await stage.error(of: HTTPRequest(url: try shopURL("1?key=sesame")))
    #expect(error?.code == "status")
    #expect(
      error?.description == """
        Not authorized to load http://shop.example/1?key=…: it was not asked for, since the \
        authorization provider threw NoCredential(). Check the credentials that are sent.
        """)
    #expect(transport.requestCount == 0)
  }

  @Test func aCredentialThatCannotBeSentFailsTheLoadUnasked() async throws {
    let transport = FixtureTransport(.shop)
    let stage = Self.stage(
      transport, ScriptedProvider { _ in .basic(user: "a:b", password: "sesame") })
    let error = await stage.error(of: HTTPRequest(url: try shopURL(1)))
    #expect(
      error?.failure?.reason == """
        it was not asked for, since the authorization provider gave a credential that cannot be \
        sent: its user holds a colon
        """)
    #expect(transport.requestCount == 0)
  }

  @Test func eachOriginOnTheWayGetsItsOwn() async throws {
    try await withFixtureServer(Self.open(to: "Bearer other")) { other in
      var script = FixtureScript()
      script.otherwise(.status(307).with("Location", other.url("/7").absoluteString))
      try await withFixtureServer(script) { shop in
        let (shopOrigin, otherOrigin) = (Origin(shop.url), Origin(other.url))
        let provider = ScriptedProvider {
          .bearer($0.origin == shopOrigin.description ? "shop" : "other")
        }
        let stage = Redirecting(
          next: Self.stage(CurlTransport.ownWithoutProxy(), provider), policy: .follow())
        let statuses = try await statuses(stage, HTTPRequest(url: shop.url("/1")))
        #expect(statuses == [200])
        #expect(shop.requests.map { $0.fields["Authorization"] } == ["Bearer shop"])
        #expect(other.requests.map { $0.fields["Authorization"] } == ["Bearer other"])
        #expect(
          provider.questions.value.map(\.origin)
            == [shopOrigin.description, otherOrigin.description])
      }
    }
  }
}
