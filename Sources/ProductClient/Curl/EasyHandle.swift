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

  private let proxies: ProxyEnvironment
  /// Empty: none.
  var sentProxy = ""
  var sentGuard = false
  var addressGuard: AddressGuard?
  /// Whether libcurl asks about connections that stand already, too.
  var isAskedOfReused = true

  /// What comes of the answer. In memory of its own, which is the context of the callbacks that
  /// receive it: they run for each line of a head, and this way touch nothing else.
  let collector = UnsafeMutablePointer<ResponseCollector>.allocate(capacity: 1)
  let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  var headerList: UnsafeMutablePointer<curl_slist>?
  var sentFields: HTTPFields?
  var sentLimits: ExchangeLimits?
  var sentTimeouts: ExchangeTimeouts?
  var sentNegotiates: Bool?
  var sentPins: String?
  private let mayNegotiate: Bool
  let pinnedKeys: PinnedKeys
  let configuration: CurlConfiguration
  /// When the exchange in progress had its turn; not anew when it goes once more.
  private(set) var began = ContinuousClock.now
  /// Whether we ourselves cut the connection that the exchange was on.
  var isCut = false
  private var isOnNewConnection = false
  private var isClosed = false

  /// The handle that a callback's context stands for.
  static func from(_ context: UnsafeMutableRawPointer?) -> EasyHandle {
    guard let context else { preconditionFailure("libcurl lost the context it was given") }
    return Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
  }

  /// - Parameters:
  ///   - proxies: Through which proxy which request goes.
  ///   - share: What handles of one engine share; used by one thread, so without locks.
  init(
    _ configuration: CurlConfiguration, proxies: ProxyEnvironment, share: UnsafeMutableRawPointer?
  ) throws(EngineFault) {
    guard let easy = curl_easy_init() else {
      errorText.deallocate()
      collector.deallocate()
      throw .broken("libcurl has no memory for an easy handle")
    }
    self.proxies = proxies
    self.easy = easy
    self.configuration = configuration
    pinnedKeys = PinnedKeys(configuration.publicKeyPins)
    mayNegotiate = configuration.version == .negotiated && CurlLibrary.current.has("HTTP2")
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    collector.initialize(to: ResponseCollector(limits: ExchangeLimits()))
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
    collector.deinitialize(count: 1)
    collector.deallocate()
  }

  /// Takes on an exchange. Sets only what differs from the one before.
  func begin(_ request: HTTPRequest, for slot: ExchangeSlot) throws(EngineFault) {
    self.request = request
    self.slot = slot
    collector.pointee = ResponseCollector(limits: request.limits)
    began = .now
    errorText.pointee = 0
    let url = request.url.absoluteString
    try set(CURLOPT_URL, url)
    let isSecure = URLRules.isSecure(url)
    if isSecure { try pin(request.url) }
    let negotiates = mayNegotiate && isSecure
    if sentNegotiates != negotiates { try negotiate(negotiates) }
    if sentFields != request.fields { try send(request.fields) }
    if sentLimits != request.limits { try apply(request.limits) }
    if sentTimeouts != request.timeouts { try apply(request.timeouts) }
    let proxy = proxies.proxy(for: request.url) ?? ""
    if sentProxy != proxy { try use(proxy: proxy) }
    try guardAddresses(by: request.addressPolicy)
  }

  /// Whether the exchange failed, before a byte of the answer, only because the connection it was
  /// given had been closed by the server meanwhile: then it may go once more, on a new connection
  /// (RFC 9112 §9.3.1; a GET changes nothing). libcurl itself gives up after five dead ones. So may
  /// an exchange whose policy does not allow the connection that somebody else had made.
  func mayGoOnNewConnection(_ code: CURLcode) -> Bool {
    if !isOnNewConnection, addressGuard?.wantsOwnConnection == true { return true }
    guard !isOnNewConnection, collector.pointee.isEmpty else { return false }
    if isCut, code != CURLE_OPERATION_TIMEDOUT { return true }
    let isBroken = [CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING].contains(code)
    return isBroken && (wasReused || String(cString: errorText).hasPrefix("Connection died"))
  }

  /// Makes the exchange go once more when it is added again, on a new connection, with what is left
  /// of the time of its attempt. Returns whether there is some.
  func goOnNewConnection() throws(EngineFault) -> Bool {
    guard let left = request?.timeouts.goingOn(after: ContinuousClock.now - began) else {
      return false
    }
    sentTimeouts = nil
    try limitTime(to: left.attempt)
    try insistOnNewConnection()
    return true
  }

  /// Makes the exchange go on a new connection.
  func insistOnNewConnection() throws(EngineFault) {
    try set(CURLOPT_FRESH_CONNECT, 1)
    isOnNewConnection = true
    addressGuard = request.flatMap { addressGuard == nil ? nil : AddressGuard($0.addressPolicy) }
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
    isCut = false
    request = nil
    slot = nil
    addressGuard = nil
    collector.pointee = ResponseCollector(limits: ExchangeLimits())
  }

  /// Whether nothing of an answer has come. libcurl's own time of the first byte does not tell: it
  /// is also that of a connection that ended without one, after which libcurl goes on with another.
  var isSilent: Bool { collector.pointee.isEmpty }

  /// What became of the exchange of the request, now that libcurl is done with it.
  func outcome(_ code: CURLcode, of request: HTTPRequest) -> ExchangeSlot.Outcome {
    let metrics = ExchangeMetrics(of: easy)
    if code != CURLE_OK, let refusal = addressGuard?.refusal {
      return .failure(
        .blockedAddress(
          LoadFailure(url: URLRules.redacted(request.url), reason: refusal, exchange: metrics)))
    }
    if let fault = fault(code) {
      return .failure(fault.loadError(for: request, exchange: metrics))
    }
    var status = 0
    _ = pc_easy_getinfo_long(easy, CURLINFO_RESPONSE_CODE, &status)
    return .success(
      HTTPResponse(
        status: status, fields: collector.pointee.fields, body: collector.pointee.body,
        metrics: metrics))
  }

  private func fault(_ code: CURLcode) -> CurlFault? {
    if let overflow = collector.pointee.overflow {
      CurlFault(CURLE_FILESIZE_EXCEEDED, overflow)
    } else if isLineTooLong(code) {
      CurlFault(CURLE_FILESIZE_EXCEEDED, "a line of its header is longer than libcurl takes")
    } else if code == CURLE_FILESIZE_EXCEEDED {
      CurlFault(code, collector.pointee.bodyOverflow)
    } else if Self.mayLackDescriptor(code), DescriptorProbe.findsNone {
      CurlFault(code, "the process has no descriptor left", localFault: .passing)
    } else if code != CURLE_OK {
      CurlFault(
        code, reason(code, String(cString: errorText), hasHead: collector.pointee.isHeadComplete))
    } else if !collector.pointee.isHeadComplete {
      // libcurl takes the end of the connection for the end of the head.
      CurlFault(CURLE_WEIRD_SERVER_REPLY, "the answer ends inside its head")
    } else {
      nil
    }
  }
}

extension EasyHandle {
  /// libcurl does not tell a socket or a lookup that it could not begin from one that failed.
  private static func mayLackDescriptor(_ code: CURLcode) -> Bool {
    code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST
  }

  /// libcurl takes 100 KiB for a line of a head. More was "out of memory" before 8.6, and is a code
  /// of its own from then on, which older headers do not have: `CURLE_TOO_LARGE`, 100.
  private func isLineTooLong(_ code: CURLcode) -> Bool {
    !collector.pointee.isHeadComplete && (code == CURLE_OUT_OF_MEMORY || code.rawValue == 100)
  }
}
