import Foundation
import ProductClientTesting
import Testing

@testable import ProductClient

/// Stands for what a user's program gets its tokens from.
struct Sessions: Sendable {
  func token(isRenewed: Bool) async throws -> String { isRenewed ? "new" : "old" }
}

// snippet: authorization provider
struct ShopTokens: AuthorizationProvider {
  let sessions: Sessions

  func credential(for origin: URL, replacing rejected: Credential?) async throws -> Credential? {
    guard origin.absoluteString == "https://shop.example" else { return nil }
    return .bearer(try await sessions.token(isRenewed: rejected != nil))
  }
}
// end

/// The provider of the documentation does what it says.
@Suite(.timeLimit(.minutes(1)))
struct AuthorizationSnippets {
  @Test(arguments: [
    ("https://shop.example/1", ["Bearer old", "Bearer new"]), ("http://shop.example/1", [nil]),
    ("https://other.example/1", [nil]),
  ])
  func theShopAloneGetsItsToken(_ url: String, _ sent: [String?]) async throws {
    var script = FixtureScript()
    script.otherwise(.status(401))
    let transport = FixtureTransport(script)
    let stage = Authorizing(
      next: Transporting(transport: transport),
      credentials: Credentials(from: ShopTokens(sessions: Sessions()), launch: Launch()))
    let request = HTTPRequest(url: try #require(URL(string: url)))
    #expect(try await stage.answer(to: request, on: Course()).response.status == 401)
    #expect(transport.requests.map { $0.fields["Authorization"] } == sent)
  }
}
