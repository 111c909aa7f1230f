internal import CCurl

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is told of a failure: libcurl's words where they are plain, ours where they are not.
extension EasyHandle {
  func reason(_ code: CURLcode, _ detail: String, hasHead: Bool) -> String {
    switch code {
    case CURLE_OPERATION_TIMEDOUT:
      timeout(detail, hasHead: hasHead)?.reason ?? detail
    case CURLE_SSL_CERTPROBLEM:
      unreadableFile
        ?? "\(CurlFault(code, detail).reason); check CurlConfiguration.clientCertificate"
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      "the server's public key is none of those in CurlConfiguration.publicKeyPins; "
        + "if the server has a new key that you know of, add its pin"
    case CURLE_SSL_CONNECT_ERROR where detail.contains("protocol version"):
      "\(detail); the server speaks no version of TLS that CurlConfiguration.minimumTLS allows"
    case CURLE_PEER_FAILED_VERIFICATION where detail.contains("self-signed certificate"),
      CURLE_PEER_FAILED_VERIFICATION where detail.contains("local issuer"):
      "\(detail); if you trust who signed it, give that certificate as "
        + "CurlConfiguration.authorities"
    default:
      detail
    }
  }

  /// The outcome of an exchange that had not a byte of an answer in time.
  func outcomeOfSilence(_ limit: Duration, of request: HTTPRequest) -> ExchangeSlot.Outcome {
    let metrics = ExchangeMetrics(of: easy)
    let reason = timeout("", hasHead: false)?.reasonOfSilence(limit) ?? ""
    return .failure(
      CurlFault(CURLE_OPERATION_TIMEDOUT, reason).loadError(for: request, exchange: metrics))
  }

  private func timeout(_ detail: String, hasHead: Bool) -> CurlTimeout? {
    request.map { request in
      CurlTimeout(
        detail: detail, timeouts: request.timeouts, metrics: ExchangeMetrics(of: easy),
        isSecure: URLRules.isSecure(request.url.absoluteString),
        isConnected: ConnectionEnds(of: easy) != nil, hasConnection: hasConnection,
        hasHead: hasHead)
    }
  }

  /// The times of connection and TLS do not tell: on a reused connection they are 0, and in a
  /// handshake both are.
  private var hasConnection: Bool {
    var microseconds: curl_off_t = 0
    return pc_easy_getinfo_offset(easy, CURLINFO_PRETRANSFER_TIME_T, &microseconds) == CURLE_OK
      && microseconds > 0
  }

  /// OpenSSL says that something cannot be loaded, and not always what.
  private var unreadableFile: String? {
    guard let certificate = configuration.clientCertificate else { return nil }
    let files = [certificate.certificateFile, certificate.keyFile]
    return files.first { (file: String) in access(file, R_OK) != 0 }.map {
      "the file of the client certificate cannot be read: \($0)"
    }
  }
}
