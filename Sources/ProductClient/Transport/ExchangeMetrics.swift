/// The numbers of one exchange.
///
/// Times count from the start of the exchange, as libcurl's do
/// (<https://curl.se/libcurl/c/curl_easy_getinfo.html>, "TIMES"): each includes those before it.
/// What a transport cannot tell, or what did not happen, is nil.
public struct ExchangeMetrics: Hashable, Sendable {
  private struct Facts: Hashable, Sendable {
    var nameLookup: Duration?
    var connect: Duration?
    var tls: Duration?
    var firstByte: Duration?
    var total: Duration
    var receivedBytes: Int?
    var version: HTTPVersion?
    var connectionReused: Bool?
    var remoteAddress: String?
  }

  private var facts: Boxed<Facts>

  /// Until the host name was resolved.
  public var nameLookup: Duration? {
    get { facts.value.nameLookup }
    set { facts.value.nameLookup = newValue }
  }
  /// Until the connection stood; nil, or close to zero, on a reused connection.
  public var connect: Duration? {
    get { facts.value.connect }
    set { facts.value.connect = newValue }
  }
  /// Until TLS was set up; nil without TLS or on a reused connection.
  public var tls: Duration? {
    get { facts.value.tls }
    set { facts.value.tls = newValue }
  }
  /// Until the first byte of the answer.
  public var firstByte: Duration? {
    get { facts.value.firstByte }
    set { facts.value.firstByte = newValue }
  }
  /// Until the end, good or bad.
  public var total: Duration {
    get { facts.value.total }
    set { facts.value.total = newValue }
  }
  /// Body bytes on the wire, before decompression.
  public var receivedBytes: Int? {
    get { facts.value.receivedBytes }
    set { facts.value.receivedBytes = newValue }
  }
  /// The protocol version of the answer.
  public var version: HTTPVersion? {
    get { facts.value.version }
    set { facts.value.version = newValue }
  }
  /// Whether the exchange used a connection that stood already.
  public var connectionReused: Bool? {
    get { facts.value.connectionReused }
    set { facts.value.connectionReused = newValue }
  }
  /// The address that was really connected to.
  public var remoteAddress: String? {
    get { facts.value.remoteAddress }
    set { facts.value.remoteAddress = newValue }
  }

  /// Creates metrics; what is not given is unknown.
  public init(
    nameLookup: Duration? = nil, connect: Duration? = nil, tls: Duration? = nil,
    firstByte: Duration? = nil, total: Duration = .zero, receivedBytes: Int? = nil,
    version: HTTPVersion? = nil, connectionReused: Bool? = nil, remoteAddress: String? = nil
  ) {
    facts = Boxed(
      Facts(
        nameLookup: nameLookup, connect: connect, tls: tls, firstByte: firstByte, total: total,
        receivedBytes: receivedBytes, version: version, connectionReused: connectionReused,
        remoteAddress: remoteAddress))
  }
}

extension ExchangeMetrics: CustomReflectable {
  /// Its numbers.
  public var customMirror: Mirror { Mirror(reflecting: facts.value) }
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
