import Foundation

extension Nginx {
  /// One request, as the server saw it.
  public struct Access: Hashable, Sendable {
    /// Which server was asked; nil for a line of an unknown port.
    public var site: Site?
    /// `HTTP/1.1` or `HTTP/2.0`.
    public var version: String
    /// Whether the TLS handshake resumed an earlier session.
    public var sessionReused: Bool
    /// The number of the connection, over all servers.
    public var connection: Int
    /// The how-manieth request of its connection this was, from 1.
    public var requestOfConnection: Int
    /// The status of the answer.
    public var status: Int
    /// The path with its query, as it was asked for.
    public var path: String
  }

  /// The requests so far, in the order they ended.
  ///
  /// nginx writes a line after it sent the answer, so a client may be back before it: name how
  /// many there must be, and this waits for them.
  public func accessLog(atLeast count: Int = 0) async throws -> [Access] {
    var accesses: [Access] = []
    try await waitUntil("the access log has \(count) lines") {
      accesses = try readAccessLog()
      return accesses.count >= count
    }
    return accesses
  }

  static let logFormat =
    "$server_port $server_protocol $ssl_session_reused $connection $connection_requests "
    + "$status $request_uri"

  private func readAccessLog() throws -> [Access] {
    let text = try String(contentsOf: folder("access.log"), encoding: .utf8)
    // What follows the last line feed is not written to its end yet.
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .compactMap(access)
  }

  private func access(_ line: Substring) -> Access? {
    let words = line.split(separator: " ", maxSplits: 6)
    guard words.count == 7, let connection = Int(words[3]), let request = Int(words[4]),
      let status = Int(words[5])
    else { return nil }
    return Access(
      site: UInt16(words[0]).flatMap(site(on:)),
      version: String(words[1]),
      sessionReused: words[2] == "r",
      connection: connection,
      requestOfConnection: request,
      status: status,
      path: String(words[6])
    )
  }
}
