import Testing

@testable import ProductClient

/// A field that is a secret is sent like any other, and shown like none.
@Suite(.timeLimit(.minutes(1)))
struct SecretFieldsTests {
  @Test(arguments: [
    "Authorization", "COOKIE", "set-cookie", "Proxy-Authorization", "X-API-Key",
  ])
  func whatIsNamedLikeASecretIsOne(_ name: String) throws {
    let field = try #require(HTTPField(name: name, value: "sesame"))
    #expect(field.isSecret)
    #expect("\(field)" == "\(name): …")
    #expect(HTTPFields().secretNames.contains(name.lowercased()))
  }

  @Test func anyFieldCanBeMarked() throws {
    let open = try #require(HTTPField(name: "X-Shop", value: "seven"))
    let secret = try #require(HTTPField(name: "X-Shop", value: "seven", isSecret: true))
    #expect(!open.isSecret)
    #expect(secret.isSecret)
    #expect(open != secret)
    #expect("\(open)" == "X-Shop: seven")
    #expect("\(secret)" == "X-Shop: …")
  }

  @Test func theMarkHoldsForAllOfTheNameAndReadsBack() throws {
    let fields: HTTPFields = try [
      #require(HTTPField(name: "x-shop", value: "1")),
      #require(HTTPField(name: "X-Shop", value: "2", isSecret: true)),
      #require(HTTPField(name: "X-Other", value: "3")),
    ]
    #expect(fields.map(\.isSecret) == [true, true, false])
    #expect(fields.values(of: "X-Shop") == ["1", "2"])
    #expect(fields.secretNames.contains("x-shop"))
    #expect(!fields.secretNames.contains("x-other"))
    #expect("\(fields)" == "[x-shop: …, X-Shop: …, X-Other: 3]")
    var copy = HTTPFields()
    for field in fields { copy.append(field) }
    #expect(copy == fields)
  }

  @Test func whatIsRemovedLeavesTheRestAsItIs() throws {
    var fields: HTTPFields = try [
      #require(HTTPField(name: "A", value: "1")),
      #require(HTTPField(name: "X-Shop", value: "2", isSecret: true)),
      #require(HTTPField(name: "X-Key", value: "", isSecret: true)),
      #require(HTTPField(name: "a", value: "3")),
    ]
    fields.removeAll { $0.isNamed("x-shop") }
    #expect("\(fields)" == "[A: 1, X-Key: …, a: 3]")
    #expect(fields.markedNames == ["x-key"])
    let same = fields
    fields.removeAll { $0.isNamed("b") }
    #expect(fields == same)
    fields.removeAll { _ in true }
    #expect(fields == HTTPFields())
  }
}
