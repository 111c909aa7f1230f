import Foundation

/// URLs as they may stand in an error.
enum FailureURL {
  /// Scheme, host, port and path; of a query only that there is one.
  static func redacted(_ url: URL) -> String {
    let port = url.port.map { ":\($0)" } ?? ""
    let query = url.query == nil ? "" : "?…"
    return "\(url.scheme ?? "")://\(url.host ?? "")\(port)\(url.path(percentEncoded: true))\(query)"
  }
}

extension URL {
  /// The request target: path and query as they go over the wire.
  var target: String {
    let path = path(percentEncoded: true)
    let query = query(percentEncoded: true).map { "?" + $0 } ?? ""
    return (path.isEmpty ? "/" : path) + query
  }
}
