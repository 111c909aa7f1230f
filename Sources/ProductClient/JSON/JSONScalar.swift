/// A type that is read from one token, without a container.
protocol JSONScalar {
  /// Reads the value; nil when another kind stands there or the text is none of this type's.
  /// Why, is told by ``expectation(under:)`` and asked only after a failure.
  static func read(_ document: JSONDocument, at token: Int) -> Self?
  static func expectation(under rules: JSONRules) -> JSONExpectation
}

/// What a type expects to find.
struct JSONExpectation {
  /// In words, as in "expected a string".
  let phrase: String
  /// What is wrong with a value of the right kind that could not be read all the same.
  let flaw: String
  /// Whether a token is of the right kind.
  let accepts: @Sendable (JSONToken) -> Bool

  static func string(_ phrase: String = "a string", flaw: String) -> Self {
    Self(phrase: phrase, flaw: flaw) { $0.isString }
  }

  static func number(_ phrase: String = "a number", flaw: String) -> Self {
    Self(phrase: phrase, flaw: flaw) { $0.isNumber }
  }
}

extension JSONPlace {
  /// Reads a scalar that stands at or below this place.
  @inline(__always)
  func read<Value: JSONScalar>(
    _ type: Value.Type,
    at token: Int,
    key: @autoclosure () -> (any CodingKey)?
  ) throws -> Value {
    if let value = Value.read(document, at: token) { return value }
    throw mismatch(type, at: token, key: key())
  }

  /// Says why a scalar could not be read.
  func mismatch<Value: JSONScalar>(
    _ type: Value.Type,
    at token: Int,
    key: (any CodingKey)?
  ) -> DecodingError {
    let expectation = type.expectation(under: document.rules)
    let found = document.tokens[token]
    let path = codingPath + (key.map { [$0] } ?? [])
    if expectation.accepts(found) {
      return .dataCorrupted(.init(codingPath: path, debugDescription: expectation.flaw))
    }
    return .expected(expectation.phrase, type, found: found, at: path)
  }

  /// Says that another kind of container stands here, or none.
  func mismatch(_ type: Any.Type, expected: String) -> DecodingError {
    .expected(expected, type, found: document.tokens[token], at: codingPath)
  }

  /// Says that this object lacks a key.
  func missing(_ key: any CodingKey) -> DecodingError {
    .keyNotFound(
      key,
      .init(codingPath: codingPath, debugDescription: "expected a value, the key is missing")
    )
  }
}

extension DecodingError {
  fileprivate static func expected(
    _ phrase: String,
    _ type: Any.Type,
    found: JSONToken,
    at path: [any CodingKey]
  ) -> DecodingError {
    let context = Context(
      codingPath: path,
      debugDescription: "expected \(phrase), found \(found.phrase)"
    )
    return found.kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}
