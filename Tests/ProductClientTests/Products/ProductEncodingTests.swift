import Foundation
import Testing

@testable import ProductClient

/// The canonical form, byte by byte.
@Suite(.timeLimit(.minutes(1)))
struct ProductEncodingTests {
  @Test func writesMembersInOrderAndLeavesOutWhatIsNotThere() throws {
    let price = Money(amount: Decimal(49), currency: "EUR", fractionDigits: 2)
    let full = Product(
      id: "a",
      name: "Mug",
      description: "Tea/coffee",
      price: price,
      availability: .inStock,
      imageURLs: [try #require(URL(string: "https://img.example.com/1.jpg?a=b&c=d"))],
      attributes: ["b": "2", "a": "1"],
      updatedAt: Date(timeIntervalSinceReferenceDate: 816_862_830)
    )
    #expect(
      text(full)
        == #"{"id":"a","name":"Mug","description":"Tea/coffee","price":{"amount":"49.00","#
        + #""currency":"EUR"},"availability":"inStock","#
        + #""imageURLs":["https://img.example.com/1.jpg?a=b&c=d"],"#
        + #""attributes":{"a":"1","b":"2"},"updatedAt":"2026-11-20T10:20:30Z"}"#
    )
    #expect(text(Product(id: "a", name: "")) == #"{"id":"a","name":""}"#)
    #expect(
      text(Product(id: Product.ID(7), name: "", description: ""))
        == #"{"id":"7","name":"","description":""}"#
    )
  }

  @Test(arguments: [
    ("\"\\/", #"\"\\/"#), ("\n\r\t", #"\n\r\t"#),
    ("\u{0}\u{8}\u{C}\u{1F}", #"\u0000\u0008\u000c\u001f"#),
    ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\\u007f\\u0080\\u009b\\u009f\u{A0}"),
    ("\u{2028}\u{2029}", #"\u2028\u2029"#), ("\u{202E}\u{2066}\u{FEFF}", #"\u202e\u2066\ufeff"#),
    ("é€😀", "é€😀"), ("דג", "דג"), ("e\u{301}👩‍👩‍👧", "e\u{301}👩‍👩‍👧"),
  ])
  func escapesWhatMustNotReachATerminal(name: String, expected: String) throws {
    let line = text(Product(id: "a", name: name))
    #expect(line.utf8.elementsEqual("{\"id\":\"a\",\"name\":\"\(expected)\"}".utf8))
    let product = try ModelDecoder<Product>.json().decode(Array(line.utf8))
    #expect(product.name.utf8.elementsEqual(name.utf8))
  }

  @Test func datesWithoutACanonicalFormAreLeftOut() {
    let product = Product(id: "a", name: "", updatedAt: Date(timeIntervalSince1970: 1e300))
    #expect(text(product) == #"{"id":"a","name":""}"#)
  }

  @Test func encodersWriteTheCanonicalFormToo() throws {
    for (name, body) in try FixtureCatalogue.products() {
      let product = try ModelDecoder<Product>.json().decode(body)
      let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(product))
      let written = try JSONSerialization.jsonObject(with: Data(product.canonicalJSON()))
      #expect((encoded as? NSDictionary) == (written as? NSDictionary), "\(name)")
      #expect(encoded is NSDictionary)
    }
  }

  @Test func canonicalFormIsOneLineAndReadsBackAsTheSameProduct() throws {
    for (name, body) in try FixtureCatalogue.products() {
      let product = try ModelDecoder<Product>.json().decode(body)
      let line = product.canonicalJSON()
      let again = try ModelDecoder<Product>.json().decode(line)
      #expect(again == product, "\(name)")
      #expect(again.canonicalJSON() == line, "\(name)")
      #expect(line.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(name)")
    }
  }

  private func text(_ product: Product) -> String {
    String(decoding: product.canonicalJSON(), as: UTF8.self)
  }
}
