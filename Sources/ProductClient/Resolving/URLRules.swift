import Foundation

/// Which URLs may be loaded from, and how a URL is shown.
public enum URLRules {
  /// What is wrong with the URL, in words; nil when it may be loaded from.
  ///
  /// It must be http or https, name a host that every program reads alike, carry no user
  /// information (it would end up in logs and be sent on), hold no white space or control
  /// characters, and its port, if it has one, must be one. Which address the host stands for is no
  /// matter here: see ``AddressPolicy``.
  public static func fault(in url: URL) -> String? {
    // One pass over the text. Asking the URL for each part would make a string of each, and cost
    // more than all else that happens to a load before it is sent.
    fault(inText: url.absoluteString)
  }

  static func fault(inText text: String) -> String? {
    var text = text
    return text.withUTF8 { fault(in: $0) }
  }

  private static func fault(in text: UnsafeBufferPointer<UInt8>) -> String? {
    guard !text.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      return "it holds white space or control characters"
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return "it has no scheme" }
    guard isLoadedFrom(text[..<colon]) else {
      let scheme = String(decoding: text[..<colon], as: UTF8.self).lowercased()
      return "only http and https are loaded from, not \(scheme)"
    }
    return faultInAuthority(text[(colon + 1)...])
  }

  /// RFC 3986 §3.1: upper and lower case are one.
  private static func isLoadedFrom(_ scheme: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let http: StaticString = "https"
    return (4...5).contains(scheme.count)
      && zip(scheme, UnsafeBufferPointer(start: http.utf8Start, count: 5))
        .allSatisfy { $0 | 0x20 == $1 }
  }

  /// RFC 3986 §3.2: the authority follows two slashes, and ends at the next slash, `?` or `#`.
  private static func faultInAuthority(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    let slash = UInt8(ascii: "/")
    guard rest.count >= 2, rest.prefix(2).allSatisfy({ $0 == slash }) else {
      return "it names no host"
    }
    let authority = rest.dropFirst(2).prefix { !$0.endsAuthority }
    guard !authority.contains(UInt8(ascii: "@")) else {
      return "it carries user information; send credentials in a field instead"
    }
    guard let first = authority.first, first != UInt8(ascii: ":") else {
      return "it names no host"
    }
    // A percent-encoded host may hide what the checks above look for, and no host needs it.
    guard !authority.contains(UInt8(ascii: "%")) || first == UInt8(ascii: "[") else {
      return "its host is percent-encoded"
    }
    // Some take it for a slash, so that another host comes of it.
    guard !authority.contains(UInt8(ascii: "\\")) else { return "its host holds a backslash" }
    return first == UInt8(ascii: "[")
      ? faultInLiteral(authority)
      : faultInPort(authority.drop { $0 != UInt8(ascii: ":") })
  }

  /// RFC 3986 §3.2.2, and the zone of RFC 6874.
  private static func faultInLiteral(_ authority: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    let literal = authority.dropFirst().prefix { $0 != UInt8(ascii: "]") }
    let address = literal.prefix { $0 != UInt8(ascii: "%") }
    guard IPAddress(String(decoding: address, as: UTF8.self))?.bytes.count == 16 else {
      return "its host is in brackets and no IPv6 address"
    }
    let rest = authority[literal.endIndex...]
    return rest.isEmpty ? "its host lacks a bracket" : faultInPort(rest.dropFirst())
  }

  /// An empty one stands for none (RFC 3986 §3.2.3).
  private static func faultInPort(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    guard let colon = rest.first else { return nil }
    guard colon == UInt8(ascii: ":") else { return "its host goes on after its bracket" }
    guard rest.count > 1 else { return nil }
    var port = 0
    for byte in rest.dropFirst() {
      let digit = Int(byte) - Int(UInt8(ascii: "0"))
      guard 0...9 ~= digit, port <= 65535 else { return faultyPort }
      port = port * 10 + digit
    }
    return 1...65535 ~= port ? nil : faultyPort
  }

  private static let faultyPort = "its port is no number from 1 to 65535"

  /// Whether the URL, which is one that may be loaded from, asks for TLS.
  static func isSecure(_ text: String) -> Bool {
    text.utf8.prefix(6).last == UInt8(ascii: ":")
  }

  /// The URL as it may be shown and logged: no user information, no fragment, query values
  /// replaced by `…` (they may be keys), control characters by `?`.
  public static func redacted(_ url: URL) -> String {
    // Not encoded: that is the name that is looked up, also where it was written in another script.
    let host = url.host(percentEncoded: false) ?? ""
    let port = url.port.map { ":\($0)" } ?? ""
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?" + redactedQuery($0) } ?? ""
    let text = "\(url.scheme ?? "")://\(bracketed(host))\(port)\(path)\(query)"
    return String(text.map { $0.isControl ? "?" : $0 })
  }

  private static func redactedQuery(_ query: String) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false)
      .map(redactedQueryItem).joined(separator: "&")
  }

  /// An item without a name is all value.
  private static func redactedQueryItem(_ item: Substring) -> String {
    guard let sign = item.firstIndex(of: "=") else { return item.isEmpty ? "" : "…" }
    return item[...sign] + "…"
  }

  private static func bracketed(_ host: String) -> String {
    host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
