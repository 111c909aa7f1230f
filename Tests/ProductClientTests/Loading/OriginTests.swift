import Foundation
import Testing

@testable import ProductClient

/// Two URLs have one origin when scheme, host and port are the same, however they are written.
@Suite(.timeLimit(.minutes(1)))
struct OriginTests {
  @Test(arguments: [
    ("http://shop.example", "http://shop.example"),
    ("http://shop.example/", "http://shop.example"),
    ("http://shop.example?to=https://other.example:81/", "http://shop.example"),
    ("http://shop.example#top", "http://shop.example"),
    ("http://shop.example/a@b:81", "http://shop.example"),
    ("HTTP://Shop.EXAMPLE/Products", "http://shop.example"),
    ("http://shop.example:80/", "http://shop.example"),
    ("http://shop.example:080/", "http://shop.example"),
    ("http://shop.example:/", "http://shop.example"),
    ("http://shop.example:443/", "http://shop.example:443"),
    ("http://shop.example:8080/", "http://shop.example:8080"),
    ("http://shop.example./", "http://shop.example."),
    ("https://shop.example/", "https://shop.example"),
    ("HTTPS://shop.example:443/", "https://shop.example"),
    ("https://shop.example:80/", "https://shop.example:80"),
    ("http://[::1]/", "http://[::1]"),
    ("http://[::1]:80/", "http://[::1]"),
    ("http://[2001:DB8::7]:8443/p", "http://[2001:db8::7]:8443"),
    ("http://user:sesame@shop.example/", "http://shop.example"),
    ("http://bücher.example/", "http://xn--bcher-kva.example"),
  ])
  func aURLHasAnOrigin(_ text: String, _ expected: String) throws {
    #expect(Origin(try #require(URL(string: text))).description == expected)
  }

  @Test(arguments: ["/products/1.json", "products", "data:text/plain,x", "http:shop.example"])
  func aURLThatAsksNobodyHasNone(_ text: String) throws {
    #expect(Origin(try #require(URL(string: text))).description.isEmpty)
  }

  /// What is not plain is not wrong: then the URL is asked for its own.
  @Test(arguments: [
    ("http://shop.example", "http://shop.example", true),
    ("http://shop.example", "http://shop.example/products/1.json", true),
    ("http://shop.example", "http://shop.example?a", true),
    ("http://shop.example", "http://shop.example#a", true),
    ("http://shop.example:81", "http://shop.example:81/", true),
    ("http://shop.example", "http://shop.example:81/", false),
    ("http://shop.example:8", "http://shop.example:81/", false),
    ("http://shop.example", "http://shop.example.org/", false),
    ("http://shop.example", "http://shop.example@other.example/", false),
    ("http://shop.example", "http://shop.example:80/", false),
    ("http://shop.example", "https://shop.example/", false),
    ("http://shop.example", "http://Shop.example/", false),
    ("http://shop.example", "http://shop", false),
    ("data:", "http://shop.example/", false),
    ("data:", "/products/1.json", false),
  ])
  func aTextStartsPlainlyWithItsOrigin(
    _ origin: String, _ text: String, _ isPlain: Bool
  ) throws {
    let origin = Origin(try #require(URL(string: origin)))
    #expect(origin.plainlyStarts(text) == isPlain)
    if isPlain { #expect(Origin(try #require(URL(string: text))) == origin) }
  }

  @Test func aURLRelativeToAnotherHasTheOriginOfTheWhole() throws {
    let base = try #require(URL(string: "https://Shop.example:444/products/"))
    let url = try #require(URL(string: "1.json", relativeTo: base))
    #expect(Origin(url) == Origin(base))
  }
}
