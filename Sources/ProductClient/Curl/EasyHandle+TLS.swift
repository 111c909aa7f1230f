internal import CCurl
import Foundation

extension EasyHandle {
  /// Who is trusted, who we are, and how old the protocol may be; for all exchanges of the handle.
  func setSecurity(_ configuration: CurlConfiguration) throws(EngineFault) {
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    let minimum =
      switch configuration.minimumTLS {
      case .tls1_2: CURL_SSLVERSION_TLSv1_2
      case .tls1_3: CURL_SSLVERSION_TLSv1_3
      }
    try set(CURLOPT_SSLVERSION, Int(minimum))
    if case .file(let path) = configuration.authorities {
      try set(CURLOPT_CAINFO, path)
      // In place of the system's, not beside them: libcurl may have a folder of its own as well.
      try set(CURLOPT_CAPATH, UnsafeMutableRawPointer?.none)
    }
    guard let certificate = configuration.clientCertificate else { return }
    try set(CURLOPT_SSLCERT, certificate.certificateFile)
    try set(CURLOPT_SSLKEY, certificate.keyFile)
    // An empty password rather than none: without one, OpenSSL asks on the terminal, and the
    // engine's thread would wait for somebody to type.
    try set(CURLOPT_KEYPASSWD, certificate.keyPassword ?? "")
  }

  /// Which keys the host of the exchange may have. libcurl reuses a connection only for the same
  /// pins, and a host's never change.
  func pin(_ url: URL) throws(EngineFault) {
    let pins = try pinnedKeys.option(for: url)
    guard sentPins != pins else { return }
    if let pins {
      try set(CURLOPT_PINNEDPUBLICKEY, pins)
    } else {
      try set(CURLOPT_PINNEDPUBLICKEY, UnsafeMutableRawPointer?.none)
    }
    sentPins = pins
  }

  /// How old a connection may be that an exchange is given. libcurl takes an idle one that is older
  /// for dead, and closes it.
  func limitAges(_ configuration: CurlConfiguration) throws(EngineFault) {
    try set(CURLOPT_MAXAGE_CONN, configuration.maxIdleAge.wholeSeconds)
    // Refused by libcurl before 7.80, where nothing depends on it.
    let age = configuration.maxConnectionAge?.wholeSeconds ?? 0
    _ = pc_easy_setopt_long(easy, pc_option_max_lifetime, age)
  }
}
