/// The elements of an array, taken one after the other.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
  private let place: JSONPlace
  private let end: Int
  private var next: Int
  private let length: Int
  private(set) var currentIndex = 0

  init(_ place: JSONPlace) throws {
    guard place.kind == .array else { throw place.mismatch([Any].self, expected: "an array") }
    self.place = place
    end = place.document.tokens[place.token].extent
    next = place.token + 1
    length = place.document.count(ofArrayAt: place.token)
  }

  var codingPath: [any CodingKey] { place.codingPath }
  var count: Int? { length }
  var isAtEnd: Bool { next >= end }

  /// Passes over a null; anything else stays.
  mutating func decodeNil() throws -> Bool {
    try checkNotAtEnd(Never.self)
    guard place.document.tokens[next].kind == .null else { return false }
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try checkNotAtEnd(type)
    let position = currentIndex
    let value = try place.decode(
      type,
      at: next,
      key: JSONPathKey(position: position),
      inside: place.element(at: next, position: position)
    )
    advance()
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try nested { $0 }
  }
}

extension JSONUnkeyedContainer {
  /// Steps on only when `body` succeeds, so that another type can be tried on the same element.
  private mutating func nested<Result>(_ body: (JSONValueDecoder) throws -> Result) throws -> Result
  {
    try checkNotAtEnd(Result.self)
    let decoder = JSONValueDecoder(place: place.element(at: next, position: currentIndex))
    let result = try body(decoder)
    advance()
    return result
  }

  private mutating func read<Value: JSONScalar>(_ type: Value.Type) throws -> Value {
    try checkNotAtEnd(type)
    let value = try place.read(type, at: next, key: currentKey)
    advance()
    return value
  }

  private var currentKey: JSONPathKey { JSONPathKey(position: currentIndex) }

  private mutating func advance() {
    next = place.document.index(after: next)
    currentIndex += 1
  }

  private func checkNotAtEnd(_ type: Any.Type) throws {
    guard isAtEnd else { return }
    throw DecodingError.valueNotFound(
      type,
      .init(
        codingPath: place.codingPath + [currentKey],
        debugDescription: "expected a value, the array has no more"
      )
    )
  }
}

extension JSONUnkeyedContainer {
  mutating func decode(_ type: String.Type) throws -> String { try read(type) }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try read(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try read(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try read(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try read(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try read(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try read(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try read(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try read(type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try read(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try read(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try read(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try read(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try read(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try read(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try read(type) }
}
