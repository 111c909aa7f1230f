import Foundation
import Testing

@testable import ProductClient

/// What is meant for one origin does not go to another.
@Suite(.timeLimit(.minutes(1)))
struct RedirectedFieldsTests {
  private static let secrets = [
    "authorization", "Cookie", "PROXY-AUTHORIZATION", "X-Api-Key", "X-Shop",
  ]

  private static func request(_ url: String) throws -> HTTPRequest {
    var request = HTTPRequest(url: try #require(URL(string: url)))
    for name in ["Accept"] + secrets + ["Host", "X-Open"] {
      let field = HTTPField(name: name, value: "1", isSecret: name == "X-Shop")
      request.fields.append(try #require(field))
    }
    return request
  }

  private static func next(
    to location: String, from request: HTTPRequest, after chain: [HTTPRequest] = []
  ) throws -> RedirectDecision {
    let field = try #require(HTTPField(name: "Location", value: location))
    return RedirectDecision.next(
      after: HTTPResponse(status: 307, fields: [field]), to: request, chain: chain,
      policy: .follow())
  }

  @Test(arguments: [
    ("https://shop.example/", "/2"), ("https://shop.example/", "//shop.example/2"),
    ("https://shop.example/", "https://SHOP.example:443/2"),
    ("https://shop.example:443/", "HTTPS://shop.example/2"),
    ("http://shop.example/", "http://shop.example:80/2"), ("http://[::1]:80/", "http://[::1]/2"),
  ])
  func withinAnOriginAllFieldsStay(_ url: String, _ location: String) throws {
    let request = try Self.request(url)
    let following = try #require(Self.next(to: location, from: request).following)
    #expect(following.fields == request.fields)
  }

  @Test(arguments: [
    ("https://shop.example/", "https://other.example/"),
    ("https://shop.example/", "https://www.shop.example/"),
    ("https://shop.example/", "https://shop.example./"),
    ("https://shop.example/", "https://shop.example:444/"),
    ("http://shop.example/", "https://shop.example/"),
    ("http://shop.example/", "http://shop.example:8080/"),
    ("http://127.0.0.1/", "http://[::1]/"),
  ])
  func toAnotherOriginSecretsDoNotGo(_ url: String, _ location: String) throws {
    let following = try #require(Self.next(to: location, from: Self.request(url)).following)
    #expect(following.fields.map(\.name) == ["Accept", "X-Open"])
  }

  @Test func backAtTheFirstOriginTheyAreStillGone() throws {
    let first = try Self.request("https://shop.example/")
    let second = try #require(Self.next(to: "https://other.example/", from: first).following)
    let third = try #require(
      Self.next(to: "https://shop.example/2", from: second, after: [first]).following)
    #expect(third.fields.map(\.name) == ["Accept", "X-Open"])
  }

  @Test func theFirstURLWithoutItsSecretsIsNoCircleYet() throws {
    let first = try Self.request("https://shop.example/")
    let second = try #require(Self.next(to: "https://other.example/", from: first).following)
    let third = try #require(
      Self.next(to: "https://shop.example/", from: second, after: [first]).following)
    let last = try Self.next(to: "https://other.example/", from: third, after: [first, second])
    #expect(
      last.text == "tooManyRedirects: it leads in a circle: "
        + "https://other.example/ → https://shop.example/ → https://other.example/")
  }

  @Test func limitsAndTimesStay() throws {
    var first = try Self.request("https://shop.example/")
    first.limits.bodyBytes = 7
    first.timeouts.attempt = .seconds(7)
    let following = try #require(Self.next(to: "https://other.example/", from: first).following)
    #expect(following.limits == first.limits)
    #expect(following.timeouts == first.timeouts)
  }
}
