/// Where and why a document was not what was expected.
public struct DecodingFailure: Error, Hashable, Sendable {
  /// The way to the value, as in `price.amount` or `imageURLs[2]`; empty for the document itself.
  public var path: String
  /// Where in the body the trouble is, in bytes from its start; nil when a decoder cannot tell.
  public var byteOffset: Int?
  /// What stands there, a few dozen characters at most, control characters escaped.
  public var excerpt: String
  /// What was expected and what was found.
  public var reason: String

  /// Creates a failure.
  public init(path: String, byteOffset: Int?, excerpt: String, reason: String) {
    self.path = path
    self.byteOffset = byteOffset
    self.excerpt = excerpt
    self.reason = reason
  }
}
