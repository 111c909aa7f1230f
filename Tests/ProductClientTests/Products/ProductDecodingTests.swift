import Foundation
import Testing

@testable import ProductClient

/// What a product may look like, and what is said of one that does not.
@Suite(.timeLimit(.minutes(1)))
struct ProductDecodingTests {
  @Test func readsEveryMember() throws {
    let product = try decode(
      #"""
      {"id":"a","name":"Mug","description":"For tea","price":{"amount":"12.30","currency":"EUR"},
       "availability":"inStock","imageURLs":["https://img.example.com/1.jpg"],
       "attributes":{"colour":"blue"},"updatedAt":"2026-11-20T10:20:30Z"}
      """#
    )
    let expected = Product(
      id: "a",
      name: "Mug",
      description: "For tea",
      price: Money(amount: try #require(Decimal(string: "12.3")), currency: "EUR"),
      availability: .inStock,
      imageURLs: [try #require(URL(string: "https://img.example.com/1.jpg"))],
      attributes: ["colour": "blue"],
      updatedAt: Date(timeIntervalSinceReferenceDate: 816_862_830)
    )
    #expect(product == expected)
    #expect(product.price?.amountText == "12.30")
  }

  @Test(arguments: [
    #"{"id":"a","name":"Mug"}"#,
    #"{"id":"a","name":"Mug","unknown":{"id":1},"price":null,"imageURLs":null,"updatedAt":null}"#,
    #"{"id":"a","name":"Mug","description":null,"availability":null,"attributes":null}"#,
  ])
  func whatIsMissingOrNullIsNilOrEmpty(text: String) throws {
    #expect(try decode(text) == Product(id: "a", name: "Mug"))
  }

  @Test(arguments: [
    ("\"abc\"", "abc"), ("7", "7"), ("-7", "-7"), ("0", "0"), ("\"007\"", "007"),
    ("98765432109876543210", "98765432109876543210"),
    ("18446744073709551616", "18446744073709551616"), (#""\u0061/\"""#, "a/\""),
  ])
  func idsAreStringsOrIntegers(json: String, text: String) throws {
    #expect(try decode("{\"id\":\(json),\"name\":\"\"}").id == Product.ID(text))
  }

  @Test(arguments: [
    ("\"\"", "the id is empty"), ("true", "expected a string or integer, found a boolean"),
    ("[]", "expected a string or integer, found an array"),
    ("null", "expected a string, found null"),
    ("1.5", "expected a string or integer, found a number"),
  ])
  func otherIDsAreRefused(json: String, reason: String) throws {
    let failure = try #require(self.failure("{\"id\":\(json),\"name\":\"\"}"))
    #expect(failure.path == "id")
    #expect(failure.byteOffset == 6)
    #expect(failure.reason == reason)
  }

  @Test func idsAreMadeFromTextsNumbersAndUUIDs() throws {
    let uuid = try #require(UUID(uuidString: "6f9619ff-8b86-4011-b42d-00cf4fc964ff"))
    #expect(Product.ID(uuid).description == "6F9619FF-8B86-4011-B42D-00CF4FC964FF")
    #expect(Product.ID(42) == "42")
    #expect(Product.ID(UInt64.max) == "18446744073709551615")
    let text = "x" + "y"
    #expect(Product.ID(text) == "xy")
    #expect("\(Product.ID("a/b"))" == "a/b")
    #expect(["b", "a"].sorted() as [Product.ID] == ["a", "b"])
  }

  @Test(arguments: [
    (#""name":1"#, "name", "expected a string, found a number"),
    (#""description":["x"]"#, "description", "expected a string, found an array"),
    (#""price":"9.99 EUR""#, "price", "expected an object, found a string"),
    (#""price":{"currency":"EUR"}"#, "price.amount", "expected a value, the key is missing"),
    (
      #""price":{"amount":[],"currency":"EUR"}"#, "price.amount",
      "expected a decimal number, found an array"
    ),
    (
      #""price":{"amount":"abc","currency":"EUR"}"#, "price.amount",
      "not an exact decimal number of at most 38 digits"
    ),
    (#""price":{"amount":1}"#, "price.currency", "expected a value, the key is missing"),
    (
      #""price":{"amount":1,"currency":978}"#, "price.currency",
      "expected a string, found a number"
    ),
    (
      #""price":{"amount":1,"currency":"eur"}"#, "price.currency",
      "expected three capital letters (ISO 4217)"
    ),
    (
      #""price":{"amount":1,"currency":"ÄÖ"}"#, "price.currency",
      "expected three capital letters (ISO 4217)"
    ),
    (#""availability":true"#, "availability", "expected a string, found a boolean"),
    (
      #""imageURLs":"https://img.example.com/1.jpg""#, "imageURLs",
      "expected an array, found a string"
    ),
    (#""imageURLs":["a",[]]"#, "imageURLs[1]", "expected a URL as a string, found an array"),
    (#""imageURLs":[""]"#, "imageURLs[0]", "the string is not a URL"),
    (#""attributes":[]"#, "attributes", "expected an object, found an array"),
    (#""attributes":{"a":{"b":1}}"#, "attributes.a", "expected a string, found an object"),
    (#""attributes":{"7":1}"#, "attributes.7", "expected a string, found a number"),
    (
      #""updatedAt":"yesterday""#, "updatedAt",
      "not a date and time with an offset, such as 2026-11-20T10:20:30Z"
    ),
    (
      #""updatedAt":816862830"#, "updatedAt",
      "expected a date and time as a string, found a number"
    ),
  ])
  func wrongMembersAreNamedOnBothWays(member: String, path: String, reason: String) throws {
    let name = member.hasPrefix("\"name\"") ? "" : "\"name\":\"Mug\","
    let text = "{\"id\":\"a\",\(name)\(member)}"
    let direct = try #require(failure(text))
    #expect(direct.path == path)
    #expect(direct.reason == reason)
    #expect(failure(text, as: OverContainers.self) == direct)
  }

  @Test func datesFollowTheDecoderOrTheCanonicalForm() throws {
    let decoder = ModelDecoder<Product>.json(dates: .secondsSince1970)
    let number = try decoder.decode(Array(#"{"id":"a","name":"","updatedAt":1.5}"#.utf8))
    #expect(number.updatedAt == Date(timeIntervalSince1970: 1.5))
    let text = Array(#"{"id":"a","name":"","updatedAt":"1970-01-01T00:00:01.500Z"}"#.utf8)
    #expect(try decoder.decode(text).updatedAt == number.updatedAt)
  }

  @Test func foundationsDecoderReadsTheSameProducts() throws {
    for (name, body) in try FixtureCatalogue.products() {
      let expected = try ModelDecoder<Product>.json().decode(body)
      let overContainers = try ModelDecoder<OverContainers>.json().decode(body).product
      #expect(overContainers == expected, "\(name)")
      #expect(overContainers.price?.fractionDigits == expected.price?.fractionDigits, "\(name)")
      #expect(try JSONDecoder().decode(Product.self, from: Data(body)) == expected, "\(name)")
    }
  }

  @Test func keysAreSpelledAsTheyAreNamedAndStandAtTheirPositions() {
    for (position, spelling) in Product.CodingKeys.spellings.enumerated() {
      #expect(Product.CodingKeys(stringValue: "\(spelling)")?.position == position)
    }
    for (position, spelling) in Money.CodingKeys.spellings.enumerated() {
      #expect(Money.CodingKeys(stringValue: "\(spelling)")?.position == position)
    }
    #expect(Product.CodingKeys.spellings.count == 8)
    #expect(Money.CodingKeys.spellings.count == 2)
  }

  @Test func keysInSnakeCaseAreReadWhenAskedFor() throws {
    let decoder = ModelDecoder<Product>.json(keys: .convertFromSnakeCase)
    let body = #"{"id":"a","name":"","updated_at":"1970-01-01T00:00:00Z","attributes":{"a_b":"c"}}"#
    let product = try decoder.decode(Array(body.utf8))
    #expect(product.updatedAt == Date(timeIntervalSince1970: 0))
    #expect(product.attributes == ["a_b": "c"])
  }

  private func decode(_ text: String) throws -> Product {
    try ModelDecoder<Product>.json().decode(Array(text.utf8))
  }

  private func failure(_ text: String) -> DecodingFailure? {
    failure(text, as: Product.self)
  }

  private func failure<Model: Decodable & Sendable>(
    _ text: String,
    as type: Model.Type
  ) -> DecodingFailure? {
    do throws(DecodingFailure) {
      _ = try ModelDecoder<Model>.json().decode(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }
}

/// A product decoded over containers, as every other model is: its decoder is not ours by type.
private struct OverContainers: Decodable {
  let product: Product

  init(from decoder: any Decoder) throws {
    product = try Product(from: Disguise(decoder: decoder))
  }

  private struct Disguise: Decoder {
    let decoder: any Decoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      try decoder.container(keyedBy: type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try decoder.unkeyedContainer()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
      try decoder.singleValueContainer()
    }
  }
}
