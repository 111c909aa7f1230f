#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decodes models from one value of a document.
///
/// It is its own single value container: both are no more than a place.
struct JSONValueDecoder: Decoder {
  let place: JSONPlace
  let keys: JSONKeyDecoding

  init(place: JSONPlace) {
    self.place = place
    keys = place.document.rules.keys
  }

  /// For a type that will ask for its own container. The keys of a dictionary are data, not names:
  /// no rule converts them.
  init(place: JSONPlace, decoding type: Any.Type) {
    self.place = place
    let rule = place.document.rules.keys
    keys = rule != .useDefaultKeys && type is any JSONDictionary.Type ? .useDefaultKeys : rule
  }

  var codingPath: [any CodingKey] { place.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(JSONKeyedContainer<Key>(object: try JSONObject(place, keys: keys)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try JSONUnkeyedContainer(place)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    self
  }
}

extension JSONPlace {
  /// Decodes any type from this value.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decode(type, at: token, key: nil, inside: self)
  }

  /// Decodes any type from a value at or below this one: `inside` is its place, made only for
  /// types that need a decoder of their own. Models recurse through here, so its frame is small.
  func decode<Value: Decodable>(
    _ type: Value.Type,
    at token: Int,
    key: @autoclosure () -> (any CodingKey)?,
    inside place: @autoclosure () -> JSONPlace
  ) throws -> Value {
    if Self.isKnown(type) {
      return try decodeKnown(type, at: token, key: key(), inside: place())
    }
    return try Value(from: JSONValueDecoder(place: place(), decoding: type))
  }

  /// Whether a type is read without a decoder of its own.
  ///
  /// Foundation's types must be, for they would decode themselves in other forms; with the others
  /// it only saves time. Comparing types is cheaper than asking for a conformance.
  private static func isKnown(_ type: Any.Type) -> Bool {
    type == String.self || type == URL.self || type == Date.self || type == Decimal.self
      || type == Data.self || type == WrittenDecimal.self || type == Int.self
      || type == Double.self || type == [String].self || type == [String: String].self
      || type == [URL].self
  }

  private func decodeKnown<Value: Decodable>(
    _ type: Value.Type,
    at token: Int,
    key: @autoclosure () -> (any CodingKey)?,
    inside place: @autoclosure () -> JSONPlace
  ) throws -> Value {
    if type == String.self { return try cast(read(String.self, at: token, key: key()), to: type) }
    if type == URL.self { return try cast(read(URL.self, at: token, key: key()), to: type) }
    if type == Date.self { return try cast(read(Date.self, at: token, key: key()), to: type) }
    if type == Decimal.self { return try cast(read(Decimal.self, at: token, key: key()), to: type) }
    if type == Data.self { return try cast(read(Data.self, at: token, key: key()), to: type) }
    if type == WrittenDecimal.self {
      return try cast(read(WrittenDecimal.self, at: token, key: key()), to: type)
    }
    if type == Int.self { return try cast(read(Int.self, at: token, key: key()), to: type) }
    if type == Double.self { return try cast(read(Double.self, at: token, key: key()), to: type) }
    if type == [String].self, let strings = document.strings(inArrayAt: token) {
      return cast(strings, to: type)
    }
    if type == [String: String].self, let strings = document.strings(inObjectAt: token) {
      return cast(strings, to: type)
    }
    if type == [URL].self, let urls = document.urls(inArrayAt: token) {
      return cast(urls, to: type)
    }
    // Not all of them were what they should be: the way over containers says what was found, and where.
    return try Value(from: JSONValueDecoder(place: place(), decoding: type))
  }

  /// Gives a value the name of its own type. Called only where the types have been compared.
  @inline(__always)
  private func cast<Source, Target>(_ value: Source, to type: Target.Type) -> Target {
    unsafeBitCast(value, to: type)
  }
}

/// A dictionary whose keys are the keys of an object.
private protocol JSONDictionary {}

extension Dictionary: JSONDictionary where Key == String {}
