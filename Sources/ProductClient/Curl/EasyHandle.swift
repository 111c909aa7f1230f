internal import CCurl
import Foundation

/// One libcurl easy handle, set up once and used for many exchanges, one after the other.
///
/// Belongs to the engine's thread. It is the context of libcurl's callbacks, unretained: the
/// ``CurlLoop`` keeps it until ``close()``, after which libcurl knows nothing of it.
final class EasyHandle {
  /// The exchange in progress; nil between exchanges.
  private(set) var slot: ExchangeSlot?
  private(set) var request: HTTPRequest?
  let easy: UnsafeMutableRawPointer

  private var collector = ResponseCollector(limits: ExchangeLimits())
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private var sentFields: HTTPFields?
  private var sentLimits: ExchangeLimits?
  private var sentTimeouts: ExchangeTimeouts?
  private var sentNegotiates: Bool?
  private let mayNegotiate: Bool
  private var isOnNewConnection = false
  private var isClosed = false

  /// The handle that a callback's context stands for.
  static func from(_ context: UnsafeMutableRawPointer?) -> EasyHandle {
    guard let context else { preconditionFailure("libcurl lost the context it was given") }
    return Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
  }

  /// - Parameter share: What handles of one engine share; used by one thread, so without locks.
  init(_ configuration: CurlConfiguration, share: UnsafeMutableRawPointer?) throws(EngineFault) {
    guard let easy = curl_easy_init() else {
      errorText.deallocate()
      throw .broken("libcurl has no memory for an easy handle")
    }
    self.easy = easy
    mayNegotiate = configuration.version == .negotiated && CurlLibrary.current.has("HTTP2")
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    do throws(EngineFault) {
      try setUp(configuration, share: share)
    } catch {
      close()
      throw error
    }
  }

  deinit {
    assert(isClosed, "close() comes first: cleaning up may call back")
  }

  /// Gives the C handle back. It must not be in a multi handle any more.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    curl_easy_cleanup(easy)
    curl_slist_free_all(headerList)
    errorText.deallocate()
  }

  /// Takes on an exchange. Sets only what differs from the one before.
  func begin(_ request: HTTPRequest, for slot: ExchangeSlot) throws(EngineFault) {
    self.request = request
    self.slot = slot
    collector = ResponseCollector(limits: request.limits)
    errorText.pointee = 0
    let url = request.url.absoluteString
    try set(CURLOPT_URL, url)
    let negotiates = mayNegotiate && URLRules.isSecure(url)
    if sentNegotiates != negotiates { try negotiate(negotiates) }
    if sentFields != request.fields { try send(request.fields) }
    if sentLimits != request.limits { try apply(request.limits) }
    if sentTimeouts != request.timeouts { try apply(request.timeouts) }
  }

  /// Whether the exchange failed, before a byte of the answer, only because the connection it was
  /// given had been closed by the server meanwhile: then it may go once more, on a new connection
  /// (RFC 9112 §9.3.1; a GET changes nothing). libcurl itself gives up after five dead ones.
  func mayGoOnNewConnection(_ code: CURLcode) -> Bool {
    guard !isOnNewConnection, collector.isEmpty else { return false }
    let isBroken = [CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING].contains(code)
    return isBroken && (wasReused || String(cString: errorText).hasPrefix("Connection died"))
  }

  /// Makes the exchange go on a new connection when it is added again.
  func insistOnNewConnection() throws(EngineFault) {
    try set(CURLOPT_FRESH_CONNECT, 1)
    isOnNewConnection = true
    errorText.pointee = 0
  }

  private var wasReused: Bool {
    var connections = 0
    return pc_easy_getinfo_long(easy, CURLINFO_NUM_CONNECTS, &connections) == CURLE_OK
      && connections == 0
  }

  /// Lets go of the exchange; the handle is ready for another.
  func end() {
    if isOnNewConnection {
      // Cannot be refused: it was set before.
      _ = pc_easy_setopt_long(easy, CURLOPT_FRESH_CONNECT, 0)
      isOnNewConnection = false
    }
    request = nil
    slot = nil
    collector = ResponseCollector(limits: ExchangeLimits())
  }

  func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
    collector.receiveHeaderLine(line)
  }

  func receiveBody(_ piece: UnsafeRawBufferPointer) -> Bool {
    collector.receiveBody(piece)
  }

  /// What became of the exchange of the request, now that libcurl is done with it.
  func outcome(_ code: CURLcode, of request: HTTPRequest) -> ExchangeSlot.Outcome {
    let metrics = ExchangeMetrics(of: easy)
    if let fault = fault(code) {
      return .failure(fault.loadError(for: request, exchange: metrics))
    }
    var status = 0
    _ = pc_easy_getinfo_long(easy, CURLINFO_RESPONSE_CODE, &status)
    return .success(
      HTTPResponse(
        status: status, fields: HTTPFields(block: collector.fieldBlock),
        body: collector.body, metrics: metrics))
  }

  private func fault(_ code: CURLcode) -> CurlFault? {
    if let overflow = collector.overflow {
      CurlFault(CURLE_FILESIZE_EXCEEDED, overflow)
    } else if isLineTooLong(code) {
      CurlFault(CURLE_FILESIZE_EXCEEDED, "a line of its header is longer than libcurl takes")
    } else if code == CURLE_FILESIZE_EXCEEDED {
      CurlFault(code, collector.bodyOverflow)
    } else if code != CURLE_OK {
      CurlFault(code, String(cString: errorText))
    } else if !collector.isHeadComplete {
      // libcurl takes the end of the connection for the end of the head.
      CurlFault(CURLE_WEIRD_SERVER_REPLY, "the answer ends inside its head")
    } else {
      nil
    }
  }
}

extension EasyHandle {
  /// libcurl takes 100 KiB for a line of a head. More was "out of memory" before 8.6, and is a code
  /// of its own from then on, which older headers do not have: `CURLE_TOO_LARGE`, 100.
  private func isLineTooLong(_ code: CURLcode) -> Bool {
    !collector.isHeadComplete && (code == CURLE_OUT_OF_MEMORY || code.rawValue == 100)
  }
}

// MARK: - Options

extension EasyHandle {
  /// What holds for every exchange of this handle.
  private func setUp(
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
    try EngineFault.check(pc_easy_setopt_socket(easy, socketOptionThunk), "the socket callback")
    try EngineFault.check(pc_easy_allow_http_only(easy), "the list of protocols")
    try set(CURLOPT_HEADERFUNCTION, receiveHeaderThunk)
    try set(CURLOPT_HEADERDATA, context)
    try set(CURLOPT_WRITEFUNCTION, receiveBodyThunk)
    try set(CURLOPT_WRITEDATA, context)
    // A proxy's answer to CONNECT is not the server's.
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // The empty string stands for every encoding that this libcurl can decode.
    try set(CURLOPT_ACCEPT_ENCODING, "")
    try set(CURLOPT_LOW_SPEED_LIMIT, 1)
    try setSecurity(configuration.authorities)
    try setProxy(configuration.proxy)
  }

  /// Where HTTP/2 may come of it, an exchange rather waits for a connection that is being made,
  /// and shares it, than makes one more. Without TLS nothing can come of it, and the wait would
  /// last until the first answer on that connection.
  private func negotiate(_ negotiates: Bool) throws(EngineFault) {
    let version = negotiates ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
    try set(CURLOPT_HTTP_VERSION, Int(version))
    try set(CURLOPT_PIPEWAIT, negotiates ? 1 : 0)
    sentNegotiates = negotiates
  }

  private func setSecurity(
    _ authorities: CurlConfiguration.CertificateAuthorities
  ) throws(EngineFault) {
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if case .file(let path) = authorities { try set(CURLOPT_CAINFO, path) }
  }

  private func setProxy(_ proxy: CurlConfiguration.Proxy) throws(EngineFault) {
    switch proxy {
    case .environment: break
    case .none: try set(CURLOPT_PROXY, "")
    case .url(let url): try set(CURLOPT_PROXY, url)
    }
  }

  private func send(_ fields: HTTPFields) throws(EngineFault) {
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

  private func apply(_ limits: ExchangeLimits) throws(EngineFault) {
    // Refuses by Content-Length, before the first byte; ``ResponseCollector`` counts the rest.
    try EngineFault.check(
      pc_easy_setopt_offset(
        easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(max(1, limits.bodyBytes))), "the size limit")
    sentLimits = limits
  }

  private func apply(_ timeouts: ExchangeTimeouts) throws(EngineFault) {
    try set(CURLOPT_CONNECTTIMEOUT_MS, timeouts.connect.milliseconds)
    try set(CURLOPT_TIMEOUT_MS, timeouts.attempt.milliseconds)
    try set(CURLOPT_LOW_SPEED_TIME, (timeouts.stall.milliseconds + 999) / 1000)
    sentTimeouts = timeouts
  }

  private func name(_ option: CURLoption) -> String {
    pc_option_name(option).map { "CURLOPT_\(String(cString: $0))" } ?? "option \(option.rawValue)"
  }

  private func set(_ option: CURLoption, _ value: Int) throws(EngineFault) {
    try EngineFault.check(pc_easy_setopt_long(easy, option, value), name(option))
  }

  private func set(_ option: CURLoption, _ value: String) throws(EngineFault) {
    try EngineFault.check(pc_easy_setopt_string(easy, option, value), name(option))
  }

  private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) throws(EngineFault) {
    try EngineFault.check(pc_easy_setopt_pointer(easy, option, value), name(option))
  }

  private func set(
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
}
