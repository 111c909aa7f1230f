import Foundation

extension URL {
  /// The request target: path and query as they go over the wire.
  var target: String {
    let path = path(percentEncoded: true)
    let query = query(percentEncoded: true).map { "?" + $0 } ?? ""
    return (path.isEmpty ? "/" : path) + query
  }
}
