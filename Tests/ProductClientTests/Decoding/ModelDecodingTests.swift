import Foundation
import Testing

@testable import ProductClient

/// Models of all kinds over our decoder: what they get, and what they are told.
@Suite(.timeLimit(.minutes(1)))
struct ModelDecodingTests {
  @Test func decodesWhatFoundationDecodes() throws {
    for text in [Everything.full, Everything.sparse] {
      let foundation = JSONDecoder()
      foundation.dateDecodingStrategy = .iso8601
      let expected = try foundation.decode(Everything.self, from: Data(text.utf8))
      #expect(try decode(Everything.self, text) == expected)
    }
  }

  @Test func firstOfSeveralMembersWins() throws {
    #expect(try decode([String: Int].self, #"{"a":1,"a":2}"#) == ["a": 1])
    #expect(try decode([String: String].self, #"{"a":"1","\u0061":"2"}"#) == ["a": "1"])
    #expect(try decode(Named.self, #"{"name":"1","name":"2"}"#).name == "1")
    let many = (0..<200).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(try decode(Named.self, "{\(many),\"name\":\"1\",\"name\":\"2\"}").name == "1")
  }

  @Test func firstOfSeveralMembersWinsHoweverItsKeyIsSpelled() throws {
    #expect(try decode([String: Int].self, "{\"é\":1,\"e\u{301}\":2}") == ["é": 1])
    #expect(try decode([String: String].self, "{\"é\":\"1\",\"e\u{301}\":\"2\"}") == ["é": "1"])
    #expect(try decode([String: String].self, "{\"é\":\"1\",\"e\u{301}\":2}") == ["é": "1"])
  }

  @Test func findsKeysThatAreEscaped() throws {
    #expect(try decode(Named.self, #"{"n\u0061me":"x"}"#).name == "x")
  }

  @Test func largeObjectsAreDecodedInTimeThatGrowsWithThem() throws {
    let members = (0..<100_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    let dictionary = try decode([String: Int].self, "{\(members)}")
    #expect(dictionary.count == 100_000)
    #expect(dictionary["key99999"] == 99_999)
  }

  @Test func lenientModelsOfLargeArraysAreDecodedInTimeThatGrowsWithThem() throws {
    let text = "[" + Array(repeating: "\"no number\"", count: 50_000).joined(separator: ",") + "]"
    #expect(try decode([Lenient].self, text).allSatisfy { $0.number == nil })
  }

  @Test func recursiveModelsReachTheDeepestNestingOnAnOrdinaryStack() async throws {
    let depth = 255
    let text =
      String(repeating: #"{"next":["#, count: depth) + "{}" + String(repeating: "]}", count: depth)
    let length = await withCheckedContinuation { continuation in
      let thread = Thread {
        let chain = try? ModelDecoder<Chain>.json().decode(Array(text.utf8))
        continuation.resume(returning: chain?.length)
      }
      // It takes 400 KB, 700 KB where nothing is optimized, and several times that under the
      // address sanitizer. What threads have by default on Linux is enough for all of them.
      thread.stackSize = 8 << 20
      thread.start()
    }
    #expect(length == depth + 1)
  }

  @Test(arguments: [
    (#"{"name":1}"#, "name", 8, "expected a string, found a number"),
    (#"{"name":null}"#, "name", 8, "expected a string, found null"),
    (#"{"other":"x"}"#, "name", 0, "expected a value, the key is missing"),
    (#"{"name":"x","sizes":[1,300]}"#, "sizes[1]", 23, "the number does not fit UInt8"),
    (#"{"name":"x","sizes":[1,2.5]}"#, "sizes[1]", 23, "the number does not fit UInt8"),
    (#"{"name":"x","sizes":{}}"#, "sizes", 20, "expected an array, found an object"),
    (
      #"{"name":"x","nested":{"a b":{"name":[]}}}"#, "nested[\"a b\"].name", 36,
      "expected a string, found an array"
    ),
    (
      #"{"name":"x","nested":{"a.b":{}}}"#, "nested[\"a.b\"].name", 28,
      "expected a value, the key is missing"
    ),
    (#"{"name":"x","picky":"no"}"#, "picky", 20, "too picky for this"),
    (#""name""#, "", 0, "expected an object, found a string"),
  ])
  func tellsWhereAndWhy(text: String, path: String, offset: Int, reason: String) {
    let failure = #expect(throws: DecodingFailure.self) { try decode(Named.self, text) }
    #expect(failure?.path == path)
    #expect(failure?.byteOffset == offset)
    #expect(failure?.reason == reason)
    #expect(failure?.excerpt.isEmpty == false)
  }

  @Test func modelsSeeTheErrorsThatCodableDefines() throws {
    let document = try JSONDocument(reading: Array(#"{"a":[0,"x"]}"#.utf8), rules: JSONRules())
    let error = #expect(throws: DecodingError.self) {
      try JSONPlace(root: document).decode([String: [Int]].self)
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
    #expect(context.codingPath.map(\.intValue) == [nil, 1])
  }

  @Test func convertsKeysFromSnakeCaseAsFoundationDoes() throws {
    let text =
      #"{"image_url":"a","HTTP_status_code":1,"_private_":2,"plain":3,"a__b":4,"map":{"x_y":5}}"#
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    let expected = try foundation.decode(Snake.self, from: Data(text.utf8))
    let decoder = ModelDecoder<Snake>.json(keys: .convertFromSnakeCase)
    #expect(try decoder.decode(Array(text.utf8)) == expected)
    #expect(expected.map == ["x_y": 5])
    let failure = #expect(throws: DecodingFailure.self) {
      try decoder.decode(Array(#"{"image_url":7}"#.utf8))
    }
    #expect(failure?.path == "imageUrl")
    #expect(failure?.byteOffset == 13)
  }

  @Test func containersStayUsableAfterTheDecoding() throws {
    let kept = try decodeLocally(Keeper.self, #"{"name":"x"}"#)
    #expect(try kept.container.decode(String.self, forKey: .name) == "x")
  }

  @Test func unkeyedContainersStepOnOnlyOverWhatWasDecoded() throws {
    let list = try decode(Mixed.self, #"[null,"a",1,[2],{"name":"b"}]"#)
    #expect(list.found == ["nil", "a", "1", "2", "b", "end 5 of 5"])
  }

  @Test func classesDecodeTheirSuperclass() throws {
    let child = try decodeLocally(Child.self, #"{"age":3,"super":{"name":"x"}}"#)
    #expect(child.name == "x")
    #expect(child.age == 3)
  }

  @Test func problemDetailsPassOverMembersOfTheWrongType() throws {
    let problem = try decode(
      ProblemDetails.self,
      #"{"type":7,"title":"Out of coffee","detail":null,"status":[]}"#
    )
    #expect(problem.title == "Out of coffee")
    #expect(problem.type == nil)
    #expect(problem.detail == nil)
    #expect(problem.instance == nil)
  }

  private func decode<Model: Decodable & Sendable>(
    _ type: Model.Type,
    _ text: String
  ) throws -> Model {
    try ModelDecoder<Model>.json().decode(Array(text.utf8))
  }

  /// For models that a loader could not have.
  private func decodeLocally<Model: Decodable>(_ type: Model.Type, _ text: String) throws -> Model {
    let document = try JSONDocument(reading: Array(text.utf8), rules: JSONRules())
    return try JSONPlace(root: document).decode(type)
  }
}

private struct Named: Decodable {
  var name: String
  var sizes: [UInt8]?
  var nested: [String: Named]?
  var picky: Picky?
}

private struct Picky: Decodable {
  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorruptedError(
      in: try decoder.singleValueContainer(),
      debugDescription: "too picky for this"
    )
  }
}

private struct Lenient: Decodable {
  var number: Int?

  init(from decoder: any Decoder) throws {
    number = try? decoder.singleValueContainer().decode(Int.self)
  }
}

private struct Chain: Decodable {
  var next: [Chain]?
  var length: Int { 1 + (next?.first?.length ?? 0) }
}

private struct Snake: Decodable, Equatable {
  var imageUrl: String
  var httpStatusCode: Int
  var _private_: Int
  var plain: Int
  var aB: Int
  var map: [String: Int]
}

private struct Keeper: Decodable {
  enum Key: String, CodingKey { case name }
  let container: KeyedDecodingContainer<Key>

  init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Key.self)
  }
}

private struct Mixed: Decodable {
  var found: [String] = []

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    if try list.decodeNil() { found.append("nil") }
    if try !list.decodeNil(), (try? list.decode(Int.self)) == nil {
      found.append(try list.decode(String.self))
    }
    found.append("\(try list.decode(Int8.self))")
    var inner = try list.nestedUnkeyedContainer()
    found.append("\(try inner.decode(Int.self))")
    let object = try list.nestedContainer(keyedBy: Keeper.Key.self)
    found.append(try object.decode(String.self, forKey: .name))
    if list.isAtEnd { found.append("end \(list.currentIndex) of \(list.count ?? -1)") }
  }
}

private class Parent: Decodable {
  var name: String
}

private final class Child: Parent {
  let age: Int
  enum Key: String, CodingKey { case age }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    age = try container.decode(Int.self, forKey: .age)
    try super.init(from: container.superDecoder())
  }
}
