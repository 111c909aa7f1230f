/// The keys of a model that is read straight from a tape: at most eight.
protocol JSONMemberKey: CodingKey {
  /// How the keys are spelled, in the order of their positions.
  static var spellings: [StaticString] { get }
  /// The position of this key among them.
  var position: Int { get }
}

/// The members of an object that a model asks for, found in one walk over it.
///
/// What ``JSONObject`` does for a key at a time, for whoever knows all keys beforehand.
struct JSONMembers<Key: JSONMemberKey> {
  let object: JSONObject
  /// By position the token of a value; 0, which is no member's, where there is none.
  private var values = SIMD8<UInt32>.zero

  init(of object: JSONObject) {
    self.object = object
    if object.isWalked {
      walk()
    } else {
      for (position, name) in Key.spellings.enumerated() {
        values[position] = UInt32(truncatingIfNeeded: object.find("\(name)") ?? 0)
      }
    }
  }

  private mutating func walk() {
    let document = object.place.document
    let spellings = Key.spellings
    let end = document.tokens[object.place.token].extent
    var member = object.place.token + 1
    var expected = 0
    while member < end {
      if let position = position(of: member, in: document, spellings, expected) {
        // The first of several members with one name wins.
        if values[position] == 0 { values[position] = UInt32(truncatingIfNeeded: member + 1) }
        expected = position + 1
      }
      member = document.index(after: member + 1)
    }
  }

  /// Which key a token is; nil when none that is asked for. Members mostly stand in the order of the
  /// keys: the search begins with the one that is expected.
  @inline(__always)
  private func position(
    of member: Int, in document: JSONDocument, _ spellings: [StaticString], _ expected: Int
  ) -> Int? {
    for position in expected..<spellings.count
    where document.key(at: member, equals: spellings[position].bytes) { return position }
    for position in 0..<min(expected, spellings.count)
    where document.key(at: member, equals: spellings[position].bytes) { return position }
    return nil
  }

  /// The token of a member's value; nil when it is missing or null.
  func findPresent(_ key: Key) -> Int? {
    let value = Int(values[key.position])
    return value == 0 || object.place.document.tokens[value].kind == .null ? nil : value
  }

  /// The token of a member's value, which must be there.
  func value(of key: Key) throws -> Int {
    let value = Int(values[key.position])
    if value == 0 { throw object.place.missing(key) }
    return value
  }

  /// A scalar, which must be there.
  func read<Value: JSONScalar>(_ type: Value.Type, _ key: Key) throws -> Value {
    try object.place.read(type, at: try value(of: key), key: key)
  }

  /// A scalar; nil when it is missing or null.
  func readIfPresent<Value: JSONScalar>(_ type: Value.Type, _ key: Key) throws -> Value? {
    guard let value = findPresent(key) else { return nil }
    return try object.place.read(type, at: value, key: key)
  }
}

extension StaticString {
  @inline(__always)
  fileprivate var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}
