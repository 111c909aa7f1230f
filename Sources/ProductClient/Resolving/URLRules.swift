import Foundation

/// Which URLs may be loaded from, and how a URL is shown.
public enum URLRules {
  /// What is wrong with the URL, in words; nil when it may be loaded from.
  ///
  /// It must be http or https, name a host, carry no user information (it would end up in logs
  /// and be sent on), and hold no white space or control characters.
  public static func fault(in url: URL) -> String? {
    let text = url.absoluteString
    guard let scheme = url.scheme?.lowercased() else { return "it has no scheme" }
    guard scheme == "http" || scheme == "https" else {
      return "only http and https are loaded from, not \(scheme)"
    }
    guard let host = url.host(percentEncoded: false), !host.isEmpty else {
      return "it names no host"
    }
    guard url.user(percentEncoded: true) == nil, url.password(percentEncoded: true) == nil else {
      return "it carries user information; send credentials in a field instead"
    }
    let bad = { (byte: UInt8) in byte <= 0x20 || byte == 0x7F }
    guard !text.utf8.contains(where: bad), !host.utf8.contains(where: bad) else {
      return "it holds white space or control characters"
    }
    return nil
  }

  /// The URL as it may be shown and logged: no user information, no fragment, query values
  /// replaced by `…` (they may be keys), control characters by `?`.
  public static func redacted(_ url: URL) -> String {
    let host = url.host(percentEncoded: true) ?? ""
    let port = url.port.map { ":\($0)" } ?? ""
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?" + redactedQuery($0) } ?? ""
    let text = "\(url.scheme ?? "")://\(bracketed(host))\(port)\(path)\(query)"
    return String(text.map { $0.isControl ? "?" : $0 })
  }

  private static func redactedQuery(_ query: String) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false)
      .map { $0.split(separator: "=", maxSplits: 1).first.map { "\($0)=…" } ?? "" }
      .joined(separator: "&")
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
