extension IPAddress {
  /// What an address is set aside for, by the registries of IANA
  /// (<https://www.iana.org/assignments/iana-ipv4-special-registry>,
  /// <https://www.iana.org/assignments/iana-ipv6-special-registry>).
  public enum Kind: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// A host of the public internet, as far as the address tells.
    case `public`
    /// None in particular, or this host: 0.0.0.0/8, `::`.
    case unspecified
    /// This host: 127.0.0.0/8, `::1`.
    case loopback
    /// A private network: RFC 1918, RFC 4193, and the site-local addresses before that.
    case `private`
    /// The network of a provider, behind its address translation: 100.64.0.0/10 (RFC 6598).
    case shared
    /// The same link: 169.254.0.0/16, fe80::/10. Clouds tell their machines' secrets here.
    case linkLocal
    /// Examples in documents: RFC 5737, RFC 3849.
    case documentation
    /// Measuring of networks: 198.18.0.0/15 (RFC 2544).
    case benchmarking
    /// Groups of hosts: 224.0.0.0/4, ff00::/8.
    case multicast
    /// All hosts of a network: 255.255.255.255.
    case broadcast
    /// Protocols, translations, things past and things to come.
    case reserved

    /// The kind in words, as in "a private address".
    public var description: String {
      switch self {
      case .unspecified: "an unspecified address"
      case .shared: "an address of a provider's network"
      case .linkLocal: "a link-local address"
      default: "a \(rawValue) address"
      }
    }
  }

  /// What the address is set aside for. One that stands for another (see ``embedded``) is what
  /// that one is.
  public var kind: Kind {
    if let embedded { return embedded.kind }
    let blocks = bytes.count == 4 ? Self.specialBlocks4 : Self.specialBlocks6
    return blocks.first { $0.block.contains(self) }?.kind ?? .public
  }

  // The first block that holds an address counts.

  private static let specialBlocks4: [(block: IPBlock, kind: Kind)] = [
    (IPBlock([0], 8), .unspecified),
    (IPBlock([10], 8), .private),
    (IPBlock([100, 64], 10), .shared),
    (IPBlock([127], 8), .loopback),
    (IPBlock([169, 254], 16), .linkLocal),
    (IPBlock([172, 16], 12), .private),
    (IPBlock([192, 0, 0], 24), .reserved),
    (IPBlock([192, 0, 2], 24), .documentation),
    (IPBlock([192, 88, 99], 24), .reserved),
    (IPBlock([192, 168], 16), .private),
    (IPBlock([198, 18], 15), .benchmarking),
    (IPBlock([198, 51, 100], 24), .documentation),
    (IPBlock([203, 0, 113], 24), .documentation),
    (IPBlock([224], 4), .multicast),
    (IPBlock([255, 255, 255, 255], 32), .broadcast),
    (IPBlock([240], 4), .reserved),
  ]

  private static let specialBlocks6: [(block: IPBlock, kind: Kind)] = [
    (IPBlock(Array(repeating: 0, count: 16), 128), .unspecified),
    (IPBlock(Array(repeating: 0, count: 15) + [1], 128), .loopback),
    (IPBlock([0xFC], 7), .private),
    (IPBlock([0xFE, 0x80], 10), .linkLocal),
    (IPBlock([0xFE, 0xC0], 10), .private),
    (IPBlock([0xFF], 8), .multicast),
    // Teredo, ORCHID, and other ways of protocols to use addresses.
    (IPBlock([0x20, 0x01, 0], 23), .reserved),
    (IPBlock([0x20, 0x01, 0x0D, 0xB8], 32), .documentation),
    (IPBlock([0x3F, 0xFF, 0], 20), .documentation),
    (IPBlock([0x20], 3), .public),
    // Public hosts have addresses of 2000::/3 only. The rest is set aside (100::/64,
    // 64:ff9b:1::/48, 5f00::/16) or not given out yet.
    (IPBlock([], 0), .reserved),
  ]
}
