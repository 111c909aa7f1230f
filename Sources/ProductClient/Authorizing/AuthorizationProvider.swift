import Foundation

/// Gives a loader the credentials for the servers that it asks.
///
/// <!-- snippet: authorization provider -->
/// ```swift
/// struct ShopTokens: AuthorizationProvider {
///   let sessions: Sessions
///
///   func credential(for origin: URL, replacing rejected: Credential?) async throws -> Credential? {
///     guard origin.absoluteString == "https://shop.example" else { return nil }
///     return .bearer(try await sessions.token(isRenewed: rejected != nil))
///   }
/// }
/// ```
///
/// A loader asks once per origin, and keeps what it is given. When the server then answers 401, it
/// asks once more, tells which credential was refused, and sends the request a second time with
/// the new one; a 401 to that is the answer. However many loads of a loader wait for a credential
/// of one origin, the provider is asked once for all of them. A redirect to another origin gets the
/// credential of that origin, never that of the one it came from.
///
/// Where a provider has a credential, it takes the place of a field of the same name in
/// ``LoaderConfiguration/fields``: those go to every origin, and nobody renews them.
public protocol AuthorizationProvider: Sendable {
  /// The credential for an origin; nil when there is none: then requests go without, and a 401 is
  /// the answer, after the provider was asked whether there is one by now.
  ///
  /// Called on Swift's pool, and never twice at once for an origin by one loader. The loads that
  /// need the credential wait for it, without a limit but their own: it must come to an end. A load
  /// that is cancelled waits no longer, but the call goes on, even when nobody waits any more: it is
  /// never cancelled, and its answer is kept for the next load. It must not load from the same
  /// origin with the same loader: that load would wait for this call.
  ///
  /// What it throws fails the loads that wait with ``LoadError/status(_:_:_:)``, 401, and
  /// is repeated in the reason: an error must not hold the secret. It is asked again by the next
  /// load.
  ///
  /// - Parameters:
  ///   - origin: Scheme, host and port, as in `https://shop.example:8443`: without a path, in lower
  ///     case, without the scheme's own port.
  ///   - rejected: What the server refused with a 401; nil when nothing was sent before. Where it
  ///     is given back, or nil, the 401 is the answer.
  func credential(for origin: URL, replacing rejected: Credential?) async throws -> Credential?
}

/// One credential that does not change, for the origins that are named.
public struct FixedAuthorization: AuthorizationProvider, CustomReflectable {
  private let held: Credential
  private let origins: Set<Origin>

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - credential: What is sent.
  ///   - origins: Where it is sent: to the scheme, host and port of each URL. It goes nowhere
  ///     else, wherever a redirect or the URL resolver may lead.
  public init(_ credential: Credential, for origins: [URL]) {
    held = credential
    self.origins = Set(origins.map(Origin.init))
  }

  /// The credential where the origin is one of those named; nil once the server has refused it.
  public func credential(for origin: URL, replacing rejected: Credential?) -> Credential? {
    origins.contains(Origin(origin)) && rejected != held ? held : nil
  }

  /// The origins, and what kind of credential goes there.
  public var customMirror: Mirror {
    Mirror(self, children: ["credential": held, "origins": origins.map(\.description).sorted()])
  }
}
