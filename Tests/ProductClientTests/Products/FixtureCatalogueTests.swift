import Foundation
import Testing

@testable import ProductClient

/// The catalogue in `Fixtures/` is what its README says.
@Suite(.timeLimit(.minutes(1)))
struct FixtureCatalogueTests {
  @Test func everyProductIsNamedByItsID() throws {
    let products = try FixtureCatalogue.products()
    #expect(products.count == 19)
    for (name, body) in products {
      #expect(try ModelDecoder<Product>.json().decode(body).id.description == name)
    }
  }

  @Test func awkwardProductsAreAsTheyShouldBe() throws {
    #expect(try product("chair-no-price").price == nil)
    #expect(try product("mug-plain").description == nil)
    #expect(try product("bare") == Product(id: "bare", name: "Only a Name"))
    #expect(try product("null-everything") == Product(id: "null-everything", name: ""))
    #expect(try product("bowl-jpy").price?.amountText == "1280")
    #expect(try product("dates-kwd").price?.amountText == "2.750")
    #expect(try product("lamp-walnut").price?.amountText == "12.30")
    #expect(try product("glass-number-price").price?.amountText == "1234567890123456.10")
    let availability = try product("vase-unknown-availability").availability
    #expect(availability == Availability(rawValue: "onlyOnTuesdays"))
    #expect(try product("kiddush-cup").name == "גביע קידוש")
    #expect(try product("book-very-long").attributes.count == 24)
    #expect(try product("1042").updatedAt == Date(timeIntervalSince1970: 1_736_931_600))
    #expect(try product("escapes").attributes == ["quote\"d": "a\0b"])
  }

  @Test(arguments: [
    ("trailing-comma", "attributes", "expected a key in quotation marks, found something else"),
    ("truncated", "description", "the string does not end"),
    ("html", "", "expected a value, found something else"),
    ("empty", "", "expected a value, found the end of the document"),
    ("only-white-space", "", "expected a value, found the end of the document"),
    ("two-documents", "", "expected the end of the document, found something else"),
    ("bad-utf8", "name", "the text is not UTF-8"),
    ("byte-order-mark", "", "expected a value, found something else"),
    ("lone-surrogate", "name", "a surrogate without its other half"),
    ("array", "", "expected an object, found an array"),
    ("null", "", "expected an object, found null"),
    ("missing-id", "id", "expected a value, the key is missing"),
    ("missing-name", "name", "expected a value, the key is missing"),
    ("empty-id", "id", "the id is empty"),
    ("id-wrong-type", "id", "expected a string or integer, found an object"),
    ("amount-wrong-type", "price.amount", "expected a decimal number, found a boolean"),
    ("amount-not-a-number", "price.amount", "not an exact decimal number of at most 38 digits"),
    ("amount-too-precise", "price.amount", "not an exact decimal number of at most 38 digits"),
    ("currency-lower-case", "price.currency", "expected three capital letters (ISO 4217)"),
    ("image-not-a-url", "imageURLs[2]", "the string is not a URL"),
    (
      "date-impossible", "updatedAt",
      "not a date and time with an offset, such as 2026-11-20T10:20:30Z"
    ),
    ("attribute-wrong-type", "attributes[\"max load\"]", "expected a string, found a number"),
    (
      "too-deep", "extra" + String(repeating: "[0]", count: 15) + "…",
      "the nesting is deeper than 512"
    ),
  ])
  func brokenDocumentsAreReportedWhereTheyAreBroken(
    name: String,
    path: String,
    reason: String
  ) throws {
    let body = try FixtureCatalogue.body("broken", name)
    let failure = #expect(throws: DecodingFailure.self) {
      try ModelDecoder<Product>.json().decode(body)
    }
    #expect(failure?.path == path)
    #expect(failure?.reason == reason)
  }

  @Test func everyFileIsInTheReadme() throws {
    let readme = try String(
      contentsOf: FixtureCatalogue.folder.appendingPathComponent("README.md"),
      encoding: .utf8
    )
    #expect(try FixtureCatalogue.names("broken").count == 23)
    for name in try FixtureCatalogue.names("products") + FixtureCatalogue.names("broken") {
      #expect(readme.contains("`\(name)`"), "\(name)")
    }
  }

  private func product(_ name: String) throws -> Product {
    try ModelDecoder<Product>.json().decode(FixtureCatalogue.body("products", name))
  }
}

/// The files of `Fixtures/`, found from where this file was compiled.
enum FixtureCatalogue {
  static let folder = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../Fixtures").standardizedFileURL

  static func products() throws -> [(name: String, body: [UInt8])] {
    try names("products").map { ($0, try body("products", $0)) }
  }

  static func names(_ shelf: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(shelf).path)
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  static func body(_ shelf: String, _ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(shelf)/\(name).json")))
  }
}
