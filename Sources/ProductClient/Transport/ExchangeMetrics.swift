/// The numbers of one exchange.
///
/// Times count from the start of the exchange, as libcurl's do
/// (<https://curl.se/libcurl/c/curl_easy_getinfo.html>, "TIMES"): each includes those before it.
/// What a transport cannot tell, or what did not happen, is nil.
public struct ExchangeMetrics: Hashable, Sendable {
  /// Until the host name was resolved.
  public var nameLookup: Duration?
  /// Until the connection stood; nil, or close to zero, on a reused connection.
  public var connect: Duration?
  /// Until TLS was set up; nil without TLS or on a reused connection.
  public var tls: Duration?
  /// Until the first byte of the answer.
  public var firstByte: Duration?
  /// Until the end, good or bad.
  public var total: Duration
  /// Body bytes on the wire, before decompression.
  public var receivedBytes: Int?
  /// The protocol version of the answer.
  public var version: HTTPVersion?
  /// Whether the exchange used a connection that stood already.
  public var connectionReused: Bool?
  /// The address that was really connected to.
  public var remoteAddress: String?

  /// Creates metrics; what is not given is unknown.
  public init(
    nameLookup: Duration? = nil, connect: Duration? = nil, tls: Duration? = nil,
    firstByte: Duration? = nil, total: Duration = .zero, receivedBytes: Int? = nil,
    version: HTTPVersion? = nil, connectionReused: Bool? = nil, remoteAddress: String? = nil
  ) {
    self.nameLookup = nameLookup
    self.connect = connect
    self.tls = tls
    self.firstByte = firstByte
    self.total = total
    self.receivedBytes = receivedBytes
    self.version = version
    self.connectionReused = connectionReused
    self.remoteAddress = remoteAddress
  }
}

/// A version of HTTP, as spoken by the server.
public enum HTTPVersion: String, Hashable, Sendable {
  /// HTTP/1.0
  case http1_0 = "HTTP/1.0"
  /// HTTP/1.1
  case http1_1 = "HTTP/1.1"
  /// HTTP/2
  case http2 = "HTTP/2"
  /// HTTP/3
  case http3 = "HTTP/3"
}
