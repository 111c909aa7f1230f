import Foundation

/// Which addresses a loader may connect to.
///
/// Where ids or URLs come from outside, whoever sends them may name a host that only this machine
/// can reach: itself, a neighbour, or the service that tells a cloud's machines their secrets.
///
/// <!-- snippet: address policy -->
/// ```swift
/// var configuration = LoaderConfiguration()
/// configuration.addressPolicy = .publicOnly
/// ```
///
/// Looking at the URL does not help against it, for any name may stand for any address, and for
/// another one a moment later. So the policy is held against the address that is really
/// connected to: after the lookup, for each address that is tried, before anything is sent; and
/// again for each request on a connection that stands already.
///
/// An address that the URL itself names, in whatever form, and under ``publicOnly`` the name
/// `localhost`, are refused before anything else happens. A host that ends in a number and is no
/// address, which different programs read differently, is refused by every policy but ``any``.
///
/// **Proxies.** Through a proxy, this machine connects to the proxy, and to nothing else. The proxy
/// was named by whoever runs this program, so its own address is allowed whatever it is. What the
/// URL itself names is still held against the policy. What a *name* stands for is then the
/// proxy's to judge (with `socks4` and `socks5`, where the name is looked up on this machine, nobody
/// judges it): have the proxy refuse what must not be reached, or use none
/// (``CurlConfiguration/Proxy/none``).
///
/// A load that is refused ends with ``LoadError/blockedAddress(_:)``, which names the address.
public struct AddressPolicy: Hashable, Sendable {
  private enum Rule: Hashable, Sendable {
    case any
    case publicOnly
    case custom(AddressCheck)
  }

  private let rule: Rule

  /// Every address. Costs nothing.
  public static let any = AddressPolicy(rule: .any)

  /// Addresses of the public internet only: those whose ``IPAddress/kind`` is
  /// ``IPAddress/Kind/public``.
  public static let publicOnly = AddressPolicy(rule: .publicOnly)

  /// The addresses that the closure allows.
  ///
  /// An address of version 6 that stands for one of version 4 (see ``IPAddress/embedded``: mapped,
  /// compatible, 6to4, NAT64) is allowed where both are: the closure is asked of that one, too, which
  /// it thus need not look for itself.
  ///
  /// Each call of this function makes a policy that is equal to itself and its copies only: loads
  /// under two such policies share nothing. Keep it, where loaders are to share.
  ///
  /// - Parameter allows: Whether the address may be connected to. Called on the engine's thread, which
  ///   serves all exchanges of its transport, and on others: it must be quick and must not block.
  ///   May be called more than once for one load.
  public static func custom(
    _ allows: @escaping @Sendable (_ address: IPAddress) -> Bool
  ) -> AddressPolicy {
    AddressPolicy(rule: .custom(AddressCheck(allows)))
  }

  /// Why the address may not be connected to, in words that name it; nil when it may.
  ///
  /// - Parameter address: What a connection is about to be made to, or was made to.
  public func objection(to address: IPAddress) -> String? {
    switch rule {
    case .any: nil
    case .publicOnly: address.kind == .public ? nil : address.inWords
    case .custom(let check): check.objection(to: address)
    }
  }

  /// Why a URL with this host may not be loaded from whatever its host stands for; nil when the
  /// address that is connected to is to decide. Looks nothing up.
  ///
  /// - Parameter url: One that keeps to ``URLRules``.
  public func objection(toHostOf url: URL) -> String? {
    guard rule != .any else { return nil }
    switch URLHost(of: url) {
    case .address(let address): return objection(to: address)
    case .name(let name):
      guard rule == .publicOnly, Self.isLocal(name) else { return nil }
      return "\(name) is this host"
    case .malformed: return "its host is neither a name nor an address"
    }
  }

  /// Whether the URL itself, by address or as `localhost`, names a host that is not a public one:
  /// this one, one of a private network, or none. Looks nothing up.
  ///
  /// - Parameter url: One that keeps to ``URLRules``.
  public static func namesPrivateHost(_ url: URL) -> Bool {
    switch URLHost(of: url) {
    case .address(let address): address.kind != .public
    case .name(let name): isLocal(name)
    case .malformed: false
    }
  }

  /// RFC 6761 §6.3.
  private static func isLocal(_ name: String) -> Bool {
    name == "localhost" || name.hasSuffix(".localhost")
  }
}

extension AddressPolicy: CustomStringConvertible {
  /// Which it is: `any`, `publicOnly` or `custom`.
  public var description: String {
    switch rule {
    case .any: "any"
    case .publicOnly: "publicOnly"
    case .custom: "custom"
    }
  }
}

/// A closure that is equal to itself only.
private final class AddressCheck: Hashable, Sendable {
  private let allows: @Sendable (IPAddress) -> Bool

  init(_ allows: @escaping @Sendable (IPAddress) -> Bool) {
    self.allows = allows
  }

  func objection(to address: IPAddress) -> String? {
    guard allows(address) else { return "the policy does not allow the address \(address)" }
    // A host is the same under its other name.
    guard let embedded = address.embedded, !allows(embedded) else { return nil }
    return "the policy does not allow the address \(embedded), which \(address) stands for"
  }

  static func == (one: AddressCheck, other: AddressCheck) -> Bool {
    one === other
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension IPAddress {
  /// As in "10.0.0.1 is a private address".
  fileprivate var inWords: String {
    embedded.map { "\(self) stands for \($0), \($0.kind)" } ?? "\(self) is \(kind)"
  }
}

extension HTTPRequest {
  /// Throws when the URL itself names a host that the request's policy forbids.
  package func checkHost() throws(LoadError) {
    guard let objection = addressPolicy.objection(toHostOf: url) else { return }
    throw .blockedAddress(LoadFailure(url: URLRules.redacted(url), reason: objection))
  }
}
