import Foundation

/// What a ``CurlTransport`` is told once, for all its exchanges.
public struct CurlConfiguration: Hashable, Sendable {
  /// How many exchanges are on the wire at once; more wait in line, first come, first served, and
  /// their times do not run yet. At least 1, whatever is set. 256 unless told.
  public var maxConcurrentExchanges: Int
  /// Which version of HTTP to speak.
  public var version: VersionPreference
  /// Who is trusted to vouch for servers.
  public var authorities: CertificateAuthorities
  /// Whether and which proxy is used.
  public var proxy: Proxy
  /// What is shown to servers that ask who the client is; nil unless told: then nothing is.
  public var clientCertificate: ClientCertificate?
  /// The keys that servers must prove to have, by host; empty unless told. See ``PublicKeyPins``.
  public var publicKeyPins: PublicKeyPins
  /// The oldest version of TLS that is spoken. 1.2 unless told.
  public var minimumTLS: TLSVersion
  /// A connection that was not used for longer is closed and not used again. Whole seconds, rounded
  /// up, at least 1. 60 s unless told, which is what many servers and proxies keep one for.
  public var maxIdleAge: Duration
  /// A connection that was made longer ago is not given to a further exchange, however often it was
  /// used; nil: no limit. Whole seconds, rounded up, at least 1. 10 minutes unless told: a host
  /// that moved to another address is followed, at the price of a handshake in so long. Holds from
  /// libcurl 7.80 on; one that is never idle lives on.
  public var maxConnectionAge: Duration?
  /// How long an exchange must have waited in silence before its cancelling says something about
  /// its connection; see ``ConnectionVerdict``. Tests shorten it.
  var patienceBeforeCancel = Duration.seconds(5)

  /// Creates a configuration; what is not given takes its default.
  public init(
    maxConcurrentExchanges: Int = 256, version: VersionPreference = .negotiated,
    authorities: CertificateAuthorities = .system, proxy: Proxy = .environment,
    clientCertificate: ClientCertificate? = nil, publicKeyPins: PublicKeyPins = [:],
    minimumTLS: TLSVersion = .tls1_2, maxIdleAge: Duration = .seconds(60),
    maxConnectionAge: Duration? = .seconds(600)
  ) {
    self.maxConcurrentExchanges = maxConcurrentExchanges
    self.version = version
    self.authorities = authorities
    self.proxy = proxy
    self.clientCertificate = clientCertificate
    self.publicKeyPins = publicKeyPins
    self.minimumTLS = minimumTLS
    self.maxIdleAge = maxIdleAge
    self.maxConnectionAge = maxConnectionAge
  }

  /// A choice of HTTP version.
  public enum VersionPreference: Hashable, Sendable {
    /// HTTP/2 over TLS where the server offers it and libcurl can, else HTTP/1.1.
    case negotiated
    /// HTTP/1.1 only.
    case http1
  }

  /// A source of trusted certificates.
  public enum CertificateAuthorities: Hashable, Sendable {
    /// Those that libcurl was built to use; see ``CurlLibrary/authoritiesFile``.
    case system
    /// The PEM file at this path, in place of the system's.
    case file(String)
  }

  /// A choice of proxy.
  public enum Proxy: Hashable, Sendable, CustomStringConvertible {
    /// As `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say
    /// (<https://curl.se/libcurl/c/libcurl-env.html>) when the transport is made.
    case environment
    /// None, whatever the environment says.
    case none
    /// The proxy at this URL, which may carry a user and a password. Its scheme is `http`,
    /// `https`, `socks4`, `socks4a`, `socks5` or `socks5h`, as far as this libcurl can
    /// (<https://curl.se/libcurl/c/CURLOPT_PROXY.html>). What `no_proxy` names is asked without.
    ///
    /// A URL that libcurl cannot use, or that names no host, fails exchanges with
    /// ``LoadError/connect(_:)``: never is a mistake here "no proxy".
    case url(String)

    /// Which it is, without the secrets of a URL.
    public var description: String {
      switch self {
      case .environment: "environment"
      case .none: "none"
      case .url(let text): ProxyEnvironment.redacted(text)
      }
    }
  }
}

extension CurlConfiguration.Proxy: CustomReflectable {
  /// Nothing more than the description: a dump would show what a URL carries.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
