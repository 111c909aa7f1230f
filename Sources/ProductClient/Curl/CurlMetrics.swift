internal import CCurl

extension ExchangeMetrics {
  /// The numbers of the exchange that the easy handle performed last
  /// (<https://curl.se/libcurl/c/curl_easy_getinfo.html>). What libcurl does not tell stays nil.
  init(of easy: UnsafeMutableRawPointer) {
    self.init(
      nameLookup: Self.time(easy, CURLINFO_NAMELOOKUP_TIME_T),
      connect: Self.time(easy, CURLINFO_CONNECT_TIME_T),
      tls: Self.time(easy, CURLINFO_APPCONNECT_TIME_T),
      firstByte: Self.time(easy, CURLINFO_STARTTRANSFER_TIME_T),
      total: Self.time(easy, CURLINFO_TOTAL_TIME_T) ?? .zero,
      receivedBytes: Self.offset(easy, CURLINFO_SIZE_DOWNLOAD_T).map { Int($0) },
      version: Self.long(easy, CURLINFO_HTTP_VERSION).flatMap(HTTPVersion.init(curl:)),
      connectionReused: Self.long(easy, CURLINFO_NUM_CONNECTS).map { $0 == 0 },
      remoteAddress: Self.string(easy, CURLINFO_PRIMARY_IP))
  }

  /// A point in time, in microseconds from the start. 0 says that it did not come to that.
  private static func time(_ easy: UnsafeMutableRawPointer, _ info: CURLINFO) -> Duration? {
    guard let microseconds = offset(easy, info), microseconds > 0 else { return nil }
    return .microseconds(Int64(microseconds))
  }

  private static func offset(_ easy: UnsafeMutableRawPointer, _ info: CURLINFO) -> curl_off_t? {
    var value: curl_off_t = 0
    return pc_easy_getinfo_offset(easy, info, &value) == CURLE_OK ? value : nil
  }

  private static func long(_ easy: UnsafeMutableRawPointer, _ info: CURLINFO) -> Int? {
    var value = 0
    return pc_easy_getinfo_long(easy, info, &value) == CURLE_OK ? value : nil
  }

  private static func string(_ easy: UnsafeMutableRawPointer, _ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard pc_easy_getinfo_string(easy, info, &value) == CURLE_OK, let value else { return nil }
    return value.pointee == 0 ? nil : String(cString: value)
  }
}

extension HTTPVersion {
  fileprivate init?(curl version: Int) {
    switch version {
    case Int(CURL_HTTP_VERSION_1_0): self = .http1_0
    case Int(CURL_HTTP_VERSION_1_1): self = .http1_1
    case Int(CURL_HTTP_VERSION_2_0): self = .http2
    case Int(CURL_HTTP_VERSION_3): self = .http3
    default: return nil
    }
  }
}
