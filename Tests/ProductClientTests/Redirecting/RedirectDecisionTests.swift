import Foundation
import Testing

@testable import ProductClient

/// Where a response leads, and what goes along.
@Suite(.timeLimit(.minutes(1)))
struct RedirectDecisionTests {
  static let shop = "https://shop.example/products/1.json?key=sesame"

  private static func next(
    _ status: Int = 302, to locations: [String], from url: String = shop,
    after chain: [String] = [],
    _ policy: RedirectPolicy = .follow()
  ) throws -> RedirectDecision {
    var response = HTTPResponse(status: status)
    for location in locations {
      response.fields.append(try #require(HTTPField(name: "Location", value: location)))
    }
    return RedirectDecision.next(
      after: response, to: HTTPRequest(url: try #require(URL(string: url))),
      chain: try chain.map { HTTPRequest(url: try #require(URL(string: $0))) }, policy: policy)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func aRedirectIsFollowed(_ status: Int) throws {
    let decision = try Self.next(status, to: ["/2.json"])
    #expect(decision.place == "https://shop.example/2.json")
  }

  @Test(arguments: Array(100...599).filter { ![301, 302, 303, 307, 308].contains($0) })
  func anyOtherStatusIsTheAnswer(_ status: Int) throws {
    #expect(try Self.next(status, to: ["/2.json"]) == .done)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func noneIsFollowedWhereTheyAreRefused(_ status: Int) throws {
    #expect(try Self.next(status, to: ["/2.json"], .refuse) == .done)
    #expect(try Self.next(status, to: ["ftp://h/", "/2.json"], .refuse) == .done)
  }

  /// RFC 3986 §5.4, and what servers send besides.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("g/./h", "http://a/b/c/g/h"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("https://other.example:81/x", "https://other.example:81/x"),
    ("//other.example:81/x#s", "http://other.example:81/x"), ("HTTP://B/", "HTTP://B/"),
    ("http://[::1]:80/", "http://[::1]:80/"), ("/a b", "http://a/a%20b"),
    ("/größe", "http://a/gr%C3%B6%C3%9Fe"),
    ("http://bücher.example/", "http://xn--bcher-kva.example/"),
  ])
  func aLocationIsResolved(_ location: String, _ expected: String) throws {
    #expect(try Self.next(to: [location], from: "http://a/b/c/d;p?q#f").place == expected)
  }

  @Test(arguments: [
    [], [""], ["#top"], ["http://h:port/"], ["http://[::1/"], ["http://h/\u{FFFD}"],
  ])
  func withoutALocationThatCanBeReadTheRedirectIsTheAnswer(_ locations: [String]) throws {
    #expect(try Self.next(to: locations) == .done)
  }

  @Test func theSameLocationTwiceIsOne() throws {
    #expect(try Self.next(to: ["/2", "/2"]).place == "https://shop.example/2")
  }

  @Test func severalLocationsAreABrokenAnswer() throws {
    #expect(
      try Self.next(to: ["/2", "/3?key=sesame"]).text
        == "transfer: it redirects to several places at once")
  }

  @Test(arguments: [
    (
      "http://shop.example/2?key=sesame",
      "http://shop.example/2?key=…: from https to http is not followed"
    ),
    ("HTTP://other.example/", "HTTP://other.example/: from https to http is not followed"),
    ("ftp://h/?key=sesame", "ftp://h/?key=…: only http and https are loaded from, not ftp"),
    ("file:///sesame", "file:…: only http and https are loaded from, not file"),
    ("javascript:sesame()", "javascript:…: only http and https are loaded from, not javascript"),
    ("https:sesame", "https:…: it names no host"),
    ("https:///sesame", "https:…: it names no host"),
    (
      "https://user:sesame@other.example/",
      "https://other.example/: it carries user information; send credentials in a field instead"
    ),
    ("//other.example%2F/", "https://other.example//: its host is percent-encoded"),
  ])
  func aPlaceThatMayNotBeLoadedFromIsNamed(_ location: String, _ reason: String) throws {
    let decision = try Self.next(to: [location])
    #expect(decision.text == "invalidURL: the server redirects to \(reason)")
    #expect(decision.error?.failure?.url == "https://shop.example/products/1.json?key=…")
  }

  @Test func fromHTTPToHTTPSIsFollowed() throws {
    #expect(try Self.next(to: ["https://h/"], from: "http://h/").place == "https://h/")
  }

  @Test(arguments: [
    (0, 0, false), (-1, 0, false), (1, 0, true), (1, 1, false), (10, 9, true), (10, 10, false),
    (11, 10, true), (11, 11, false), (Int.max, 1000, true),
  ])
  func soManyAreFollowedAndNoMore(_ limit: Int, _ before: Int, _ isFollowed: Bool) throws {
    let chain = (0..<before).map { "https://shop.example/\($0)" }
    let decision = try Self.next(to: ["/next?key=sesame"], after: chain, .follow(atMost: limit))
    guard !isFollowed else {
      #expect(decision.place == "https://shop.example/next?key=sesame")
      return
    }
    let reason =
      "more than \(max(0, limit)), the last one to https://shop.example/next?key=…, which was not followed"
    #expect(decision.text == "tooManyRedirects: \(reason)")
    #expect(decision.error?.failure?.url.contains(chain.isEmpty ? "products" : "/0") == true)
  }

  @Test(arguments: [
    ("https://h/a", [], "/a", "https://h/a → https://h/a"),
    ("https://h/a#x", [], "/a#y", "https://h/a → https://h/a"),
    ("https://h/b", ["https://h/a"], "/a", "https://h/a → https://h/b → https://h/a"),
    ("https://h/b", ["https://h/a#x"], "a", "https://h/a → https://h/b → https://h/a"),
    (
      "https://h/c", ["https://h/a", "https://h/b"], "b", "https://h/b → https://h/c → https://h/b"
    ),
    (
      "https://i/?key=sesame", ["https://h/"], "//h/",
      "https://h/ → https://i/?key=… → https://h/"
    ),
  ])
  func aCircleIsNamed(
    _ url: String, _ chain: [String], _ location: String, _ way: String
  ) throws {
    let decision = try Self.next(to: [location], from: url, after: chain)
    #expect(decision.text == "tooManyRedirects: it leads in a circle: \(way)")
  }

  @Test(arguments: ["/a?x=2", "/A", "/a/", "//H.example/a"])
  func anotherURLIsNoCircle(_ location: String) throws {
    #expect(try Self.next(to: [location], from: "https://h/a?x=1").place != nil)
  }
}

extension RedirectDecision {
  var following: HTTPRequest? {
    if case .follow(let request) = self { request } else { nil }
  }

  var place: String? { following?.url.absoluteString }

  var error: LoadError? {
    if case .fail(let error) = self { error } else { nil }
  }

  /// Code and reason.
  var text: String? { error.map { "\($0.code): \($0.failure?.reason ?? "")" } }
}
