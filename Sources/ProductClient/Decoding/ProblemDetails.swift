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

extension ProblemDetails {
  private enum CodingKeys: String, CodingKey {
    case type, title, detail, instance
  }

  /// Decodes what can be used: a member of the wrong type is passed over (RFC 9457 §3.1).
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    type = try? container.decodeIfPresent(String.self, forKey: .type)
    title = try? container.decodeIfPresent(String.self, forKey: .title)
    detail = try? container.decodeIfPresent(String.self, forKey: .detail)
    instance = try? container.decodeIfPresent(String.self, forKey: .instance)
  }
}
