/// An object of a document, and how its members are found.
///
/// All that containers do without knowing their key type, so that the compiler makes it once.
struct JSONObject {
  let place: JSONPlace
  private let keys: JSONKeyDecoding
  /// For objects that are large, or whose keys are converted.
  private let index: JSONKeyIndex?

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

  /// Whether members are found by walking over the keys as they stand.
  var isWalked: Bool { index == nil }

  /// The keys as models spell them, each once: of several that are equal as strings the first, since
  /// its member is the one that counts. Strings may be equal that are spelled in different bytes.
  var names: [String] {
    let document = place.document
    let end = document.tokens[place.token].extent
    var names: [String] = []
    var seen: Set<String> = []
    var member = place.token + 1
    while member < end {
      if let key = document.string(at: member) {
        let name = keys.modelName(for: key)
        if seen.insert(name).inserted { names.append(name) }
      }
      member = document.index(after: member + 1)
    }
    return names
  }

  /// The token of a member's value; nil when the object has no such member.
  func find(_ name: String) -> Int? {
    if let index { return index.value(named: name) }
    var name = name
    return name.withUTF8 { place.document.value(named: $0, inObjectAt: place.token) }
  }

  /// The token of a member's value; nil when it is missing or null.
  func findPresent(_ name: String) -> Int? {
    guard let value = find(name), place.document.tokens[value].kind != .null else { return nil }
    return value
  }

  /// The token of a member's value, which must be there.
  func value(of key: some CodingKey) throws -> Int {
    guard let value = find(key.stringValue) else { throw place.missing(key) }
    return value
  }

  /// A scalar, which must be there.
  ///
  /// Inlined, as the one below, so that the code of containers, which cannot know their keys' type,
  /// knows at least the scalar's.
  @inline(__always)
  func read<Value: JSONScalar>(_ type: Value.Type, _ key: some CodingKey) throws -> Value {
    try place.read(type, at: try value(of: key), key: key)
  }

  /// A scalar; nil when it is missing or null.
  @inline(__always)
  func readIfPresent<Value: JSONScalar>(
    _ type: Value.Type,
    _ key: some CodingKey
  ) throws -> Value? {
    guard let value = findPresent(key.stringValue) else { return nil }
    return try place.read(type, at: value, key: key)
  }

  /// An object in this one, with keys by the same rule.
  func object(at value: Int) throws -> JSONObject {
    try JSONObject(place.member(at: value), keys: keys)
  }

  /// Any type, which must be there.
  func decode<Value: Decodable>(_ type: Value.Type, _ key: some CodingKey) throws -> Value {
    let value = try value(of: key)
    return try place.decode(type, at: value, key: key, inside: place.member(at: value))
  }
}
