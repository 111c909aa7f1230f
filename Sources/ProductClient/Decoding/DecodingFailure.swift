/// Where and why a document was not what was expected.
public struct DecodingFailure: Error, Hashable, Sendable {
  private struct Facts: Hashable, Sendable {
    var path: String
    var byteOffset: Int?
    var excerpt: String
    var reason: String
  }

  private var facts: Boxed<Facts>

  /// The way to the value, as in `price.amount` or `imageURLs[2]`; empty for the document itself.
  public var path: String {
    get { facts.value.path }
    set { facts.value.path = newValue }
  }
  /// Where in the body the trouble is, in bytes from its start; nil when a decoder cannot tell.
  public var byteOffset: Int? {
    get { facts.value.byteOffset }
    set { facts.value.byteOffset = newValue }
  }
  /// What stands there, a few dozen characters at most, control characters escaped.
  public var excerpt: String {
    get { facts.value.excerpt }
    set { facts.value.excerpt = newValue }
  }
  /// What was expected and what was found.
  public var reason: String {
    get { facts.value.reason }
    set { facts.value.reason = newValue }
  }

  /// Creates a failure.
  public init(path: String, byteOffset: Int?, excerpt: String, reason: String) {
    facts = Boxed(
      Facts(path: path, byteOffset: byteOffset, excerpt: excerpt, reason: reason))
  }
}

extension DecodingFailure: CustomReflectable {
  /// Its parts.
  public var customMirror: Mirror { Mirror(reflecting: facts.value) }
}
