internal import CCurl

extension EasyHandle {
  /// What holds for every exchange of this handle.
  func setUp(
    _ configuration: CurlConfiguration, share: UnsafeMutableRawPointer?
  ) throws(EngineFault) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    try set(CURLOPT_PRIVATE, context)
    try set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
    try set(CURLOPT_SHARE, share)
    // Signals are the program's; and a resolver that uses them is not safe with threads.
    try set(CURLOPT_NOSIGNAL, 1)
    // A lookup may take many seconds; the engine's thread must not wait for one that is given up.
    // libcurl before 7.87 does not know the option, and waits.
    _ = pc_easy_setopt_long(easy, pc_option_quick_exit, 1)
    // Which request goes through which proxy is ours to say, and nobody else's.
    try set(CURLOPT_PROXY, "")
    try set(CURLOPT_NOPROXY, "")
    try EngineFault.check(pc_easy_setopt_socket(easy, socketOptionThunk), "the socket callback")
    try EngineFault.check(pc_easy_allow_http_only(easy), "the list of protocols")
    try set(CURLOPT_HEADERFUNCTION, receiveHeaderThunk)
    try set(CURLOPT_HEADERDATA, UnsafeMutableRawPointer(collector))
    try set(CURLOPT_WRITEFUNCTION, receiveBodyThunk)
    try set(CURLOPT_WRITEDATA, UnsafeMutableRawPointer(collector))
    // A proxy's answer to CONNECT is not the server's.
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // The empty string stands for every encoding that this libcurl can decode.
    try set(CURLOPT_ACCEPT_ENCODING, "")
    try setSecurity(configuration)
    try limitAges(configuration)
  }

  /// Where HTTP/2 may come of it, an exchange rather waits for a connection that is being made,
  /// and shares it, than makes one more. Without TLS nothing can come of it, and the wait would
  /// last until the first answer on that connection.
  func negotiate(_ negotiates: Bool) throws(EngineFault) {
    let version = negotiates ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
    try set(CURLOPT_HTTP_VERSION, Int(version))
    try set(CURLOPT_PIPEWAIT, negotiates ? 1 : 0)
    sentNegotiates = negotiates
  }

  func send(_ fields: HTTPFields) throws(EngineFault) {
    var list: UnsafeMutablePointer<curl_slist>?
    for field in fields {
      // A field without a value is written with a semicolon; with a colon it would be left out.
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      guard let longer = curl_slist_append(list, line) else {
        curl_slist_free_all(list)
        throw .broken("libcurl has no memory for the request's fields")
      }
      list = longer
    }
    // libcurl reads the list it was given: the old one may go only when the new one is in place.
    let code = pc_easy_setopt_list(easy, CURLOPT_HTTPHEADER, list)
    curl_slist_free_all(code == CURLE_OK ? headerList : list)
    try EngineFault.check(code, "the request's fields")
    headerList = list
    sentFields = fields
  }

  func apply(_ limits: ExchangeLimits) throws(EngineFault) {
    // Refuses by Content-Length, before the first byte; ``ResponseCollector`` counts the rest.
    try EngineFault.check(
      pc_easy_setopt_offset(
        easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(max(1, limits.bodyBytes))), "the size limit")
    sentLimits = limits
  }

  func apply(_ timeouts: ExchangeTimeouts) throws(EngineFault) {
    try set(CURLOPT_CONNECTTIMEOUT_MS, timeouts.connect.milliseconds)
    try limitTime(to: timeouts.attempt)
    try set(CURLOPT_LOW_SPEED_TIME, timeouts.stall.wholeSeconds)
    try set(CURLOPT_LOW_SPEED_LIMIT, min(max(1, timeouts.stallBytesPerSecond), Int(Int32.max)))
    sentTimeouts = timeouts
  }

  /// Of the whole exchange, counted from when the handle is added.
  func limitTime(to time: Duration) throws(EngineFault) {
    try set(CURLOPT_TIMEOUT_MS, time.milliseconds)
  }

  private func name(_ option: CURLoption) -> String {
    pc_option_name(option).map { "CURLOPT_\(String(cString: $0))" } ?? "option \(option.rawValue)"
  }

  func set(_ option: CURLoption, _ value: Int) throws(EngineFault) {
    try EngineFault.check(pc_easy_setopt_long(easy, option, value), name(option))
  }

  func set(_ option: CURLoption, _ value: String) throws(EngineFault) {
    try EngineFault.check(pc_easy_setopt_string(easy, option, value), name(option))
  }

  func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) throws(EngineFault) {
    try EngineFault.check(pc_easy_setopt_pointer(easy, option, value), name(option))
  }

  func set(
    _ option: CURLoption,
    _ value:
      @escaping @convention(c) (
        UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
      ) -> Int
  ) throws(EngineFault) {
    try EngineFault.check(pc_easy_setopt_receive(easy, option, value), name(option))
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, at least 1: libcurl reads 0 as "no limit".
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    let limit = Int64(Int32.max)
    return Int(max(1, min(max(0, min(seconds, limit)) * 1000 + fraction, limit)))
  }

  /// Whole seconds, rounded up, at least 1.
  var wholeSeconds: Int { (milliseconds + 999) / 1000 }
}
