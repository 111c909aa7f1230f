import DeliveryProof
import Foundation
import Testing

@testable import ProductClient

/// URLs that are made when they are asked for are the same as those that are made at once.
@Suite(.timeLimit(.minutes(1)))
struct URLListTests {
  private func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { URLList.isPlain($0) }
  }

  @Test(arguments: [
    ("https://img.example/1.jpg", true),
    ("http://img.example", true),
    ("http://img.example/", true),
    ("http://img.example?a=b", true),
    ("https://a-b.img.example:8443/a/b;c=d/@(e)?f=g&h=i/j?k", true),
    ("https://img.example/~a/b_c/!$&'()*+,;=:@", true),
    ("http://127.0.0.1:80/", true),
    ("", false),
    ("http://", false),
    ("http:///1.jpg", false),
    ("http://:80/", false),
    ("//img.example/1.jpg", false),
    ("/1.jpg", false),
    ("1.jpg", false),
    ("ftp://img.example/1.jpg", false),
    ("HTTP://img.example/", false),
    ("http://IMG.example/", false),
    ("http://a:b@img.example/", false),
    ("http://[::1]/", false),
    ("http://xn--bcher-kva.example/", false),
    ("http://img.example:/", false),
    ("http://img.example:12345/", false),
    ("http://img.example:8a/", false),
    ("http://img.example#top", false),
    ("http://img.example/#top", false),
    ("http://img.example/%20", false),
    ("http://img.example/a b", false),
    ("http://img.example/a\\b", false),
    ("http://img.example/[1]", false),
    ("http://img.example/{1}", false),
    ("http://img.example/\u{7F}", false),
    ("http://img.example/ü", false),
    ("http://bücher.example/", false),
    ("http://img.example|/", false),
  ])
  func aTextIsPlainOrLeftToFoundation(_ text: String, _ expected: Bool) {
    #expect(isPlain(text) == expected)
  }

  @Test(arguments: 0..<20)
  func aPlainTextIsAURLThatReadsLikeIt(_ seed: UInt64) throws {
    let pieces = [
      "http://", "https://", "a", "z", "0", "9", ".", "..", "-", ":", ":80", "/", "//", "?", "&",
      "=",
      "@", "~", "(", ")", ";", ",", "*", "'", "!", "$", "+", "_", "A", "#", "%", "%41", "[", "]",
      " ",
    ]
    var random = SeededGenerator(seed)
    var plain = 0
    for _ in 0..<5000 {
      let count = Int.random(in: 1...8, using: &random)
      let text = (0..<count).reduce(into: Bool.random(using: &random) ? "http://a" : "") {
        text, _ in
        text += pieces.randomElement(using: &random) ?? ""
      }
      guard isPlain(text) else { continue }
      plain += 1
      #expect(URL(string: text)?.absoluteString == text)
    }
    #expect(plain > 100)
  }

  @Test func itMakesNoDifferenceHowTheyAreKept() throws {
    let texts = ["https://img.example/1.jpg", "https://img.example/2.jpg?a=b"]
    let kept = URLList(plainTexts: texts)
    let made = URLList(try texts.map { try #require(URL(string: $0)) })
    #expect(kept == made)
    #expect(Set([kept, made]).count == 1)
    #expect(kept.urls == made.urls)
    #expect(kept.texts == made.texts)
    #expect(URLList(plainTexts: []) == URLList([]))
    #expect(URLList(plainTexts: []).isEmpty)
    #expect(kept != URLList(plainTexts: texts.reversed()))
  }

  @Test(arguments: [
    #"["https://img.example/1.jpg", "http://b.example:80"]"#,
    #"["https://img.example/1.jpg", "HTTP://B.example/%20"]"#,
    #"["https:\/\/img.example\/1.jpg"]"#,
    #"["1.jpg", "https://bücher.example/ä b"]"#,
    "[]",
  ])
  func aProductHasTheURLsThatFoundationMakes(_ list: String) throws {
    let body = Array(#"{"id": "1", "name": "Lamp", "imageURLs": \#(list)}"#.utf8)
    let product = try ModelDecoder<Product>.json().decode(body)
    let texts = try JSONDecoder().decode([String].self, from: Data(list.utf8))
    #expect(product.imageURLs == texts.compactMap { URL(string: $0) })
    #expect(product.imageURLs.count == texts.count)
    let same = Product(id: "1", name: "Lamp", imageURLs: product.imageURLs)
    #expect(product == same)
    #expect(product.hashValue == same.hashValue)
    #expect(product.canonicalJSON() == same.canonicalJSON())
  }

  @Test func theURLsOfAProductMayBeChanged() throws {
    let body = Array(#"{"id": "1", "name": "L", "imageURLs": ["http://a.example/1"]}"#.utf8)
    var product = try ModelDecoder<Product>.json().decode(body)
    let url = try #require(URL(string: "http://b.example/2"))
    product.imageURLs.append(url)
    #expect(
      product.imageURLs.map(\.absoluteString) == ["http://a.example/1", "http://b.example/2"])
  }
}
