/// The members of an object, as `Codable` wants them.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject

  var codingPath: [any CodingKey] { object.place.codingPath }

  /// The keys that the object has and that the model knows, each once.
  var allKeys: [Key] {
    object.names.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool {
    object.find(key.stringValue) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    object.place.document.tokens[try object.value(of: key)].kind == .null
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try object.decode(type, key)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    object.findPresent(key.stringValue) == nil ? nil : try object.decode(type, key)
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

  private func nestedDecoder(forKey key: some CodingKey) throws -> JSONValueDecoder {
    JSONValueDecoder(place: object.place.member(at: try object.value(of: key)))
  }
}
