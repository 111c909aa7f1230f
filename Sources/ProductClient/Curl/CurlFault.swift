internal import CCurl

/// What a transfer came to, when it came to nothing: libcurl's code and its own words.
struct CurlFault {
  let code: CURLcode
  let reason: String
  /// Whether it is this machine that failed, and not a server or the way to one.
  private let localFault: LoadFailure.LocalFault?

  init(
    _ code: CURLcode, _ detail: String = "", localFault: LoadFailure.LocalFault? = nil
  ) {
    let isAboutProxy = detail.hasPrefix("Unsupported proxy")
    self.code = isAboutProxy ? CURLE_COULDNT_CONNECT : code
    self.localFault =
      isAboutProxy ? .lasting : code == CURLE_OUT_OF_MEMORY ? .passing : localFault
    // libcurl quotes the proxy's URL, password and all.
    if isAboutProxy {
      reason = "the proxy's URL is not one that libcurl can use"
    } else {
      reason = detail.isEmpty ? Self.text(of: code) : detail
    }
  }

  /// libcurl's own words for a code (<https://curl.se/libcurl/c/curl_easy_strerror.html>).
  static func text(of code: CURLcode) -> String {
    curl_easy_strerror(code).map { String(cString: $0) } ?? "libcurl error \(code.rawValue)"
  }

  /// The same for a code of a multi handle.
  static func text(of code: CURLMcode) -> String {
    curl_multi_strerror(code).map { String(cString: $0) } ?? "libcurl error \(code.rawValue)"
  }
}

extension CurlFault {
  /// The failure of the exchange for this request.
  func loadError(
    for request: HTTPRequest, exchange: ExchangeMetrics? = nil
  ) -> LoadError {
    var failure = LoadFailure(
      url: URLRules.redacted(request.url), reason: reason, exchange: exchange)
    failure.localFault = localFault
    return loadError(failure)
  }

  /// The failure in the loader's vocabulary
  /// (<https://curl.se/libcurl/c/libcurl-errors.html>; codes that GET over HTTP cannot meet fall
  /// under `transfer`).
  private func loadError(_ failure: LoadFailure) -> LoadError {
    switch code {
    case CURLE_OPERATION_TIMEDOUT:
      .timedOut(failure)
    case CURLE_URL_MALFORMAT:
      .invalidURL(failure)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      .resolve(failure)
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY:
      .connect(failure)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
      CURLE_SSL_CRL_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
      .tls(failure)
    case CURLE_FILESIZE_EXCEEDED:
      .tooLarge(failure)
    default:
      .transfer(failure)
    }
  }
}
