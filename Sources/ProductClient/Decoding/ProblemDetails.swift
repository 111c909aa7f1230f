/// What a server says of a failure in the form of RFC 9457. Untrusted text: escape before showing.
public struct ProblemDetails: Decodable, Hashable, Sendable {
  /// A URI that names the kind of problem.
  public var type: String?
  /// A short summary of the kind.
  public var title: String?
  /// What went wrong this time.
  public var detail: String?
  /// A URI that names this occurrence.
  public var instance: String?
}
