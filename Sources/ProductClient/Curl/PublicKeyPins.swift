import Foundation

extension CurlConfiguration {
  /// Which public keys the servers of a host may have, beyond a certificate that is trusted: host
  /// name to pins, any of which will do.
  ///
  /// A pin is the SHA-256 of the key's SubjectPublicKeyInfo in base64 (RFC 7469 §2.4), 44
  /// characters, as in `openssl x509 -pubkey -noout -in server.pem | openssl pkey -pubin -outform
  /// der | openssl dgst -sha256 -binary | base64`; curl's `sha256//` before it is allowed. Give a
  /// second pin, of a key that is kept in reserve: when the first is lost, the server can change to
  /// it without locking clients out.
  ///
  /// A host is a name alone, compared without case and without a final dot; its subdomains are
  /// other hosts. Hosts that are not named are not pinned. Names of hosts and not of a transport,
  /// so that an image or a redirect on another host does not need a transport of its own.
  /// Pins stand for the server, never for a proxy.
  ///
  /// A pin that is none, a host without pins, and a name that is no host fail every exchange that
  /// they might have been meant for with ``LoadError/tls(_:)``: never is a mistake here "no pin".
  public typealias PublicKeyPins = [String: [String]]
}

/// The pins of a transport, as libcurl takes them. Pure.
struct PinnedKeys: Sendable {
  private enum Entry {
    case option(String)
    case fault(String)
  }

  private var entries: [String: Entry] = [:]
  /// What is wrong with a name that might be any host's.
  private var fault: String?

  init(_ pins: CurlConfiguration.PublicKeyPins) {
    // In order, so that of two mistakes it is always the same one that is told.
    for (name, list) in pins.sorted(by: { $0.key < $1.key }) {
      guard let host = Self.host(named: name) else {
        fault = fault ?? "publicKeyPins names \"\(name)\", which is not the name of a host"
        continue
      }
      entries[host] = Self.entry(of: list, joining: entries[host], host: host)
    }
  }

  /// What libcurl is to be told for the host (<https://curl.se/libcurl/c/CURLOPT_PINNEDPUBLICKEY.html>);
  /// nil: it is not pinned.
  func option(for url: URL) throws(EngineFault) -> String? {
    if let fault { throw .insecure(fault) }
    guard !entries.isEmpty else { return nil }
    guard let host = Self.host(of: url) else { throw .insecure("its host cannot be told") }
    switch entries[host] {
    case nil: return nil
    case .option(let text): return text
    case .fault(let reason): throw .insecure(reason)
    }
  }

  private static func entry(of pins: [String], joining other: Entry?, host: String) -> Entry {
    if case .fault = other { return other ?? .fault("") }
    if pins.isEmpty { return .fault("publicKeyPins has no pin for \(host)") }
    var parts: [String] = []
    if case .option(let text) = other { parts.append(text) }
    for pin in pins {
      guard let digest = digest(of: pin) else {
        return .fault(
          "publicKeyPins has \"\(pin)\" for \(host), which is not the SHA-256 of a key in base64")
      }
      parts.append("sha256//\(digest)")
    }
    return .option(parts.joined(separator: ";"))
  }

  /// The 44 characters that stand for 32 bytes; nil when these are others.
  private static func digest(of pin: String) -> String? {
    let text = pin.hasPrefix("sha256//") ? String(pin.dropFirst(8)) : pin
    guard text.utf8.count == 44, let bytes = Data(base64Encoded: text), bytes.count == 32,
      // What libcurl makes itself of the key, and compares as text.
      bytes.base64EncodedString() == text
    else { return nil }
    return text
  }

  private static func host(named name: String) -> String? {
    guard !name.utf8.contains(where: { $0 <= 0x20 || "/?#@\\%*".utf8.contains($0) }) else {
      return nil
    }
    // A colon is part of an address of IPv6, which stands in brackets, or begins a port.
    guard name.hasPrefix("[") == name.hasSuffix("]"), name.hasPrefix("[") || !name.contains(":")
    else { return nil }
    return URL(string: "https://\(name)/").flatMap(host)
  }

  private static func host(of url: URL) -> String? {
    // Not encoded: that is the name that is looked up. One in another script would be in there as
    // `xn--…`, unless it was percent-encoded, which hides what host it is.
    guard var host = url.host(percentEncoded: false)?.lowercased() else { return nil }
    if host.last == "." { host.removeLast() }
    return host.isEmpty || host.utf8.contains { $0 >= 0x80 } ? nil : host
  }
}
