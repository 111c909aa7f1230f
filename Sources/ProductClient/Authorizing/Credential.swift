import Foundation

/// What a server is told so that it knows who asks. No description or dump shows the secret in it.
public enum Credential: Hashable, Sendable {
  /// A token, sent as `Authorization: Bearer …` (RFC 6750 §2.1).
  case bearer(String)
  /// A user and a password, in UTF-8 (RFC 7617). A user with a colon, or a control character in
  /// either, cannot be sent: the load fails as it does when the provider throws.
  case basic(user: String, password: String)
  /// A field of any name, treated as a secret.
  case field(HTTPField)
}

extension Credential: CustomStringConvertible, CustomReflectable {
  /// Which kind it is, and nothing of what it holds but the name of a field.
  public var description: String {
    switch self {
    case .bearer: "bearer …"
    case .basic: "basic …"
    case .field(let field): "\(field.name): …"
    }
  }

  /// Nothing more than the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Credential {
  /// The field that carries it. Throws what is wrong with it, without repeating it.
  var sent: HTTPField {
    get throws(ProviderFault) {
      switch self {
      case .bearer(let token):
        guard !token.isEmpty, let field = Self.authorization("Bearer \(token)") else {
          throw .unusable("its token is empty or holds a control character")
        }
        return field
      case .basic(let user, let password):
        return try Self.basic(user, password)
      case .field(let field):
        return field.asSecret
      }
    }
  }

  /// RFC 7617 §2: the first colon ends the user.
  private static func basic(
    _ user: String, _ password: String
  ) throws(ProviderFault) -> HTTPField {
    guard !user.utf8.contains(UInt8(ascii: ":")) else {
      throw .unusable("its user holds a colon")
    }
    let text = "\(user):\(password)"
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      let field = authorization("Basic \(Data(text.utf8).base64EncodedString())")
    else { throw .unusable("its user or password holds a control character") }
    return field
  }

  private static func authorization(_ value: String) -> HTTPField? {
    HTTPField(name: "Authorization", value: value, isSecret: true)
  }
}

/// Why there is no credential, in words.
struct ProviderFault: Error, Hashable, Sendable {
  let reason: String

  static func threw(_ error: any Error) -> ProviderFault {
    ProviderFault(reason: "the authorization provider threw \(error)")
  }

  static func unusable(_ reason: String) -> ProviderFault {
    ProviderFault(
      reason: "the authorization provider gave a credential that cannot be sent: \(reason)")
  }
}
