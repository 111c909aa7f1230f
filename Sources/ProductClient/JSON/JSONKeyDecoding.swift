/// How the keys of a document become the names that models use.
public enum JSONKeyDecoding: Hashable, Sendable {
  /// As they stand.
  case useDefaultKeys
  /// `image_url` is read as `imageUrl`. Underscores at the beginning and the end stay. The keys
  /// of dictionaries are data, not names, and stay as they are.
  case convertFromSnakeCase

  /// The name that a model uses for a key of the document.
  func modelName(for key: String) -> String {
    switch self {
    case .useDefaultKeys: key
    case .convertFromSnakeCase: Self.camelCase(key)
    }
  }

  private static func camelCase(_ key: String) -> String {
    let leading = key.prefix { $0 == "_" }
    let trailing = key.dropFirst(leading.count).reversed().prefix { $0 == "_" }
    let middle = key.dropFirst(leading.count).dropLast(trailing.count)
    let words = middle.split(separator: "_")
    guard let first = words.first, words.count > 1 else { return key }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    return leading + first.lowercased() + rest.joined() + String(trailing)
  }
}
