extension HTTPFields {
  /// The names, in lower case, of the fields that are secrets: those that always are, and those
  /// that a field was marked with when it was appended.
  public var secretNames: Set<String> {
    Self.wellKnownSecretNames.union(markedNames)
  }

  static let wellKnownSecretNames: Set = [
    "authorization", "cookie", "set-cookie", "proxy-authorization", "x-api-key",
  ]

  /// Removes the fields that the closure says yes to; the others keep their order and their marks.
  mutating func removeAll(where isUnwanted: (HTTPField) -> Bool) {
    guard contains(where: isUnwanted) else { return }
    let kept = filter { !isUnwanted($0) }
    self = HTTPFields()
    for field in kept { append(field) }
  }
}

extension HTTPFields: CustomStringConvertible, CustomReflectable {
  /// The fields in their order; the value of a secret is `…`.
  public var description: String {
    "[\(map(\.description).joined(separator: ", "))]"
  }

  /// The fields in their order; the value of a secret is `…`.
  public var customMirror: Mirror {
    Mirror(
      self, children: map { (label: $0.name, value: $0.shownValue as Any) }, displayStyle: .struct)
  }
}
