/// What a server says of a failure in the form of RFC 9457. Untrusted text: escape before showing.
public struct ProblemDetails: Decodable, Hashable, Sendable {
  private struct Facts: Hashable, Sendable {
    var type: String?
    var title: String?
    var detail: String?
    var instance: String?
  }

  private var facts: Boxed<Facts>

  /// A URI that names the kind of problem.
  public var type: String? {
    get { facts.value.type }
    set { facts.value.type = newValue }
  }
  /// A short summary of the kind.
  public var title: String? {
    get { facts.value.title }
    set { facts.value.title = newValue }
  }
  /// What went wrong this time.
  public var detail: String? {
    get { facts.value.detail }
    set { facts.value.detail = newValue }
  }
  /// A URI that names this occurrence.
  public var instance: String? {
    get { facts.value.instance }
    set { facts.value.instance = newValue }
  }
}

extension ProblemDetails {
  private enum CodingKeys: String, CodingKey {
    case type, title, detail, instance
  }

  /// Decodes what can be used: a member of the wrong type is passed over (RFC 9457 §3.1).
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    facts = Boxed(
      Facts(
        type: try? container.decodeIfPresent(String.self, forKey: .type),
        title: try? container.decodeIfPresent(String.self, forKey: .title),
        detail: try? container.decodeIfPresent(String.self, forKey: .detail),
        instance: try? container.decodeIfPresent(String.self, forKey: .instance)))
  }
}

extension ProblemDetails: CustomReflectable {
  /// Its members.
  public var customMirror: Mirror { Mirror(reflecting: facts.value) }
}
