internal import CCurl

/// The libcurl this process runs with, as it tells of itself
/// (<https://curl.se/libcurl/c/curl_version_info.html>). Nothing here is known at compile time.
public struct CurlLibrary: Hashable, Sendable {
  /// The version, as in `7.88.1`.
  public let version: String
  /// The TLS library and its version; nil when there is none.
  public let tlsVersion: String?
  /// The names of what this build can do, as in `HTTP2`, `brotli`, `zstd`; sorted.
  public let features: [String]
  /// The schemes this build speaks. The engine allows http and https only.
  public let protocols: [String]
  /// The file of trusted certificates that is used unless another is given.
  public let authoritiesFile: String?
  /// The folder of trusted certificates that is used unless a file is given.
  public let authoritiesFolder: String?

  /// The libcurl of this process.
  public static let current = CurlLibrary(pc_version_info().pointee)

  /// Whether this build can do what the name says.
  public func has(_ feature: String) -> Bool {
    features.contains(feature)
  }

  private init(_ info: curl_version_info_data) {
    version = String(cString: info.version)
    tlsVersion = info.ssl_version.map { String(cString: $0) }
    protocols = Self.strings(info.protocols)
    features = Self.features.filter { info.features & $0.bit != 0 }.map(\.name).sorted()
    authoritiesFile = info.cainfo.map { String(cString: $0) }
    authoritiesFolder = info.capath.map { String(cString: $0) }
  }

  private static func strings(
    _ list: UnsafePointer<UnsafePointer<CChar>?>?
  ) -> [String] {
    guard let list else { return [] }
    return sequence(first: list) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }
      .compactMap { $0.map { String(cString: $0) } }
  }

  private static let features: [(name: String, bit: CInt)] = [
    ("AsynchDNS", CURL_VERSION_ASYNCHDNS), ("brotli", CURL_VERSION_BROTLI),
    ("GSS-API", CURL_VERSION_GSSAPI), ("HSTS", CURL_VERSION_HSTS),
    ("HTTP2", CURL_VERSION_HTTP2), ("HTTP3", CURL_VERSION_HTTP3),
    ("HTTPS-proxy", CURL_VERSION_HTTPS_PROXY), ("IDN", CURL_VERSION_IDN),
    ("IPv6", CURL_VERSION_IPV6), ("libz", CURL_VERSION_LIBZ), ("PSL", CURL_VERSION_PSL),
    ("SSL", CURL_VERSION_SSL), ("threadsafe", CURL_VERSION_THREADSAFE),
    ("UnixSockets", CURL_VERSION_UNIX_SOCKETS), ("zstd", CURL_VERSION_ZSTD),
    ("alt-svc", CURL_VERSION_ALTSVC),
  ]
}

extension CurlLibrary {
  /// Sets libcurl up for the process, once, whoever comes first; tried again after a failure
  /// (<https://curl.se/libcurl/c/curl_global_init.html>). Never undone: other parts of the program
  /// may use libcurl too.
  static func prepare() throws(EngineFault) {
    try isPrepared.withLock { isPrepared throws(EngineFault) in
      guard !isPrepared else { return }
      let code = curl_global_init(Int(CURL_GLOBAL_ALL))
      guard code == CURLE_OK else {
        throw .broken("libcurl cannot be set up: \(CurlFault.text(of: code))")
      }
      isPrepared = true
      // After libcurl's, so that it runs before whatever the TLS library does at exit.
      ExitGuard.install()
    }
  }

  private static let isPrepared = Lock(false)
}
