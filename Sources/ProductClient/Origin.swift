import Foundation

/// Whom a URL asks: its scheme, host and port (RFC 6454 §4). What a server has been told as a
/// secret, and what is known of how it does, holds for one origin and no other.
///
/// Scheme and host are in lower case, and the scheme's own port is left out. A host is compared as
/// it is written: `shop.example.` and `shop.example` are two.
struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// `scheme://host` or `scheme://host:port`.
  let description: String

  /// The origin of a URL that may be loaded from; see ``URLRules``. Of any other, something that no
  /// such URL has.
  init(_ url: URL) {
    // One pass over the text, as in `URLRules`: it is asked once an exchange.
    var text = url.absoluteString
    description = text.withUTF8(Self.normalized)
  }

  /// Whether a URL with the text has this origin, as far as that is plain: it is where the text
  /// starts as the origin is written. Where not, ask for the URL's own origin. Many times cheaper.
  func plainlyStarts(_ text: String) -> Bool {
    // Without a copy of either, and in one go: it is asked with a lock held.
    let isPlain = text.utf8.withContiguousStorageIfAvailable { text in
      description.utf8.withContiguousStorageIfAvailable { start in
        guard let bytes = text.baseAddress, let prefix = start.baseAddress, !start.isEmpty,
          text.count >= start.count, memcmp(bytes, prefix, start.count) == 0
        else { return false }
        return text.count == start.count || text[start.count].endsAuthority
      }
    }
    return isPlain == true
  }

  private static func normalized(_ text: UnsafeBufferPointer<UInt8>) -> String {
    guard let colon = text.firstIndex(of: .colon), text[colon...].starts(with: "://".utf8) else {
      return ""
    }
    let authority = authority(text[(colon + 3)...])
    let (host, port) = parts(of: authority)
    let isSecure = text[colon - 1] | 0x20 == UInt8(ascii: "s")
    let saysPort = !port.isEmpty && !port.elementsEqual(isSecure ? "443".utf8 : "80".utf8)
    let count = colon + 3 + host.count + (saysPort ? 1 + port.count : 0)
    return String(unsafeUninitializedCapacity: count) { bytes in
      var end = bytes.update(fromContentsOf: text[..<(colon + 3)])
      end = bytes[end...].update(fromContentsOf: host)
      if saysPort {
        bytes[end] = .colon
        end = bytes[(end + 1)...].update(fromContentsOf: port)
      }
      for index in 0..<end where UInt8(ascii: "A")...UInt8(ascii: "Z") ~= bytes[index] {
        bytes[index] |= 0x20
      }
      return end
    }
  }

  /// RFC 3986 §3.2: it ends at the next slash, `?` or `#`. User information is no part of an origin.
  private static func authority(
    _ rest: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let authority = rest.prefix { !$0.endsAuthority }
    return authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
  }

  /// The host, and the port without leading zeros: empty where there is none. The colons between
  /// brackets belong to an address (RFC 3986 §3.2.2).
  private static func parts(
    of authority: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (host: Slice<UnsafeBufferPointer<UInt8>>, port: Slice<UnsafeBufferPointer<UInt8>>) {
    let address = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
    guard let colon = authority[address...].firstIndex(of: .colon) else {
      return (authority, authority[authority.endIndex...])
    }
    return (authority[..<colon], authority[(colon + 1)...].drop { $0 == UInt8(ascii: "0") })
  }
}

extension UInt8 {
  fileprivate static let colon = UInt8(ascii: ":")

  /// RFC 3986 §3.2: a slash, `?` or `#`.
  var endsAuthority: Bool {
    self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
  }
}
