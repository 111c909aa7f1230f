import Foundation
import Testing

@testable import product_cli

/// A template decides where products are; an id does not.
@Suite(.timeLimit(.minutes(1)))
struct URLTemplateTests {
  @Test(arguments: [
    ("42", "https://shop.example/p/42.json"),
    ("a/b?c#d", "https://shop.example/p/a%2Fb%3Fc%23d.json"),
    ("ü €", "https://shop.example/p/%C3%BC%20%E2%82%AC.json"),
    ("-._~", "https://shop.example/p/-._~.json"),
    ("100%", "https://shop.example/p/100%25.json"),
    ("..", "https://shop.example/p/...json"),
    ("{id}", "https://shop.example/p/%7Bid%7D.json"),
    ("a\r\nb\u{0}", "https://shop.example/p/a%0D%0Ab%00.json"),
    ("@evil.example", "https://shop.example/p/%40evil.example.json"),
  ])
  func idsAreOneSegment(id: String, url: String) throws {
    let template = try URLTemplate("https://shop.example/p/{id}.json")
    #expect(try template.url(for: id).absoluteString == url)
  }

  @Test func everyPlaceIsFilledIn() throws {
    let template = try URLTemplate("http://[::1]:8080/{id}/{id}?q={id}&x=1")
    let url = try template.url(for: "a b")
    #expect(url.absoluteString == "http://[::1]:8080/a%20b/a%20b?q=a%20b&x=1")
  }

  @Test(arguments: [".", ".."])
  func idsThatLeadElsewhereAreRefused(id: String) throws {
    let template = try URLTemplate("https://shop.example/p/{id}")
    #expect(throws: URLTemplate.Fault.self) { try template.url(for: id) }
  }

  @Test(arguments: [
    "", "{id}", "https://shop.example/", "shop.example/{id}", "ftp://shop.example/{id}",
    "file:///{id}", "https:///{id}", "https://{id}/", "https://{id}.shop.example/x",
    "https://shop.example:{id}/", "https://me:pw@shop.example/{id}", "{id}://shop.example/",
    "https://shop.example/#{id}", "https://shop.example/{id}/{name}", "https://a b/{id}",
    "https://shop.example{id}",
  ])
  func otherTemplatesAreRefused(text: String) {
    #expect(throws: URLTemplate.Fault.self) { try URLTemplate(text) }
  }
}
