/// Finds the members of one large object by hash.
///
/// Walking over the keys is faster for the objects there usually are. But a dictionary asks for
/// every key, and with many keys that walk would grow with their square. The hash is seeded per
/// process, so that nobody can choose keys that collide.
final class JSONKeyIndex: Sendable {
  private let document: JSONDocument
  private let keys: JSONKeyDecoding
  /// A power of two of places; each holds the token of a key, or 0 for none (no key is token 0).
  private let places: [UInt32]

  /// Objects with more tokens than this are indexed: 64 members, if these are scalars.
  static let threshold = 128

  init(document: JSONDocument, object: Int, keys: JSONKeyDecoding) {
    self.document = document
    self.keys = keys
    var members: [Int] = []
    var member = object + 1
    while member < document.tokens[object].extent {
      members.append(member)
      member = document.index(after: member + 1)
    }
    var places = [UInt32](repeating: 0, count: Self.size(for: members.count))
    for member in members {
      guard let name = document.spelling(ofKeyAt: member, keys) else { continue }
      let place = Self.place(of: name, in: places) { document.spelling(ofKeyAt: $0, keys) == name }
      // The first of several members with one name wins, as it does by walking.
      if places[place] == 0 { places[place] = UInt32(truncatingIfNeeded: member) }
    }
    self.places = places
  }

  /// The value of the member with this name; nil when there is none.
  func value(named name: String) -> Int? {
    let bytes = Array(name.utf8)
    let place = Self.place(of: bytes, in: places) { document.spelling(ofKeyAt: $0, keys) == bytes }
    return places[place] == 0 ? nil : Int(places[place]) + 1
  }

  /// At most half of the places are taken, so that there always is a free one.
  private static func size(for count: Int) -> Int {
    var size = 2
    while size < count * 2 { size *= 2 }
    return size
  }

  /// The place of the key that fits, or else the free one where it belongs.
  private static func place(
    of name: [UInt8],
    in places: [UInt32],
    fits: (Int) -> Bool
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(name)
    var place = hasher.finalize() & (places.count - 1)
    while places[place] != 0, !fits(Int(places[place])) {
      place = (place + 1) & (places.count - 1)
    }
    return place
  }
}

extension JSONDocument {
  /// The bytes of a key as models spell it: without escapes, converted if wanted.
  fileprivate func spelling(
    ofKeyAt index: Int,
    _ keys: JSONKeyDecoding
  ) -> [UInt8]? {
    string(at: index).map { Array(keys.modelName(for: $0).utf8) }
  }
}
