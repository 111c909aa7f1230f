/// The members of an object.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let place: JSONPlace
  /// For objects that are large, or whose keys are converted.
  private let index: JSONKeyIndex?
  private let keys: JSONKeyDecoding

  init(_ place: JSONPlace, keys: JSONKeyDecoding) throws {
    guard place.kind == .object else {
      throw place.mismatch([String: Any].self, expected: "an object")
    }
    self.place = place
    self.keys = keys
    let document = place.document
    let size = document.tokens[place.token].extent - place.token
    index =
      keys != .useDefaultKeys || size > JSONKeyIndex.threshold
      ? JSONKeyIndex(document: document, object: place.token, keys: keys) : nil
  }

  var codingPath: [any CodingKey] { place.codingPath }

  /// The keys that the object has and that the model knows, each as often as it occurs.
  var allKeys: [Key] {
    let document = place.document
    let end = document.tokens[place.token].extent
    var found: [Key] = []
    var member = place.token + 1
    while member < end {
      if let name = document.string(at: member),
        let key = Key(stringValue: keys.modelName(for: name))
      {
        found.append(key)
      }
      member = document.index(after: member + 1)
    }
    return found
  }

  func contains(_ key: Key) -> Bool {
    find(key) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    place.document.tokens[try value(of: key)].kind == .null
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decode(type, at: try value(of: key), key)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let value = findPresent(key) else { return nil }
    return try decode(type, at: value, key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nestedDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nestedDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    try nestedDecoder(forKey: JSONPathKey.superclass)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try nestedDecoder(forKey: key)
  }
}

extension JSONKeyedContainer {
  private func nestedDecoder(forKey key: some CodingKey) throws -> JSONValueDecoder {
    JSONValueDecoder(place: place.member(at: try value(of: key)))
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type,
    at value: Int,
    _ key: Key
  ) throws -> Value {
    if let known = try place.decodeKnown(type, at: value, key: key) { return known }
    return try Value(from: JSONValueDecoder(place: place.member(at: value), decoding: type))
  }

  private func find(_ key: some CodingKey) -> Int? {
    var name = key.stringValue
    if let index { return index.value(named: name) }
    return name.withUTF8 { place.document.value(named: $0, inObjectAt: place.token) }
  }

  private func value(of key: some CodingKey) throws -> Int {
    guard let value = find(key) else { throw place.missing(key) }
    return value
  }

  /// The value of a key; nil when it is missing or null.
  private func findPresent(_ key: Key) -> Int? {
    find(key).flatMap { place.document.tokens[$0].kind == .null ? nil : $0 }
  }

  func read<Value: JSONScalar>(_ type: Value.Type, _ key: Key) throws -> Value {
    try place.read(type, at: try value(of: key), key: key)
  }

  func readIfPresent<Value: JSONScalar>(_ type: Value.Type, _ key: Key) throws -> Value? {
    guard let value = findPresent(key) else { return nil }
    return try place.read(type, at: value, key: key)
  }
}
