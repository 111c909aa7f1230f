import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The transport over `URLSession`: Foundation's own on Apple's systems, FoundationNetworking
/// elsewhere.
///
/// On Linux it keeps the contract of ``Transport`` with these exceptions, which lie in
/// FoundationNetworking: the limit on header bytes is checked when the whole head has arrived;
/// the time for the first byte is that for the whole head; repeated fields come joined and in no
/// order; the phases of an exchange are not told, only its total; TLS trust is the system's; a
/// request with an address policy is refused. `Docs/Transports.md` has the table.
public final class URLSessionTransport: Transport {
  private let session: URLSession
  private let exchanges: SessionExchanges

  /// Creates a transport with a session of its own.
  ///
  /// - Parameter configuration: What the session starts from; copied. Cookies and caches that it
  ///   names are used: the default has none.
  public init(configuration: URLSessionConfiguration = .withoutMemory) {
    exchanges = SessionExchanges()
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// Performs one exchange; see ``Transport``.
  ///
  /// Refuses every request whose address policy is not ``AddressPolicy/any``: a session does not tell
  /// which address it is about to connect to.
  public func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
    guard request.addressPolicy == .any else {
      throw .blockedAddress(
        LoadFailure(
          url: URLRules.redacted(request.url),
          reason: "URLSession cannot hold addresses against a policy; use CurlTransport"))
    }
    let slot = ExchangeSlot()
    let task = session.dataTask(with: URLRequest(request))
    exchanges.add(SessionExchange(request: request, slot: slot), for: task)
    let watch = Task { await exchanges.watch(task) }
    defer {
      watch.cancel()
      // A task that was cancelled before it began never completes.
      exchanges.forget(task)
    }
    return try await slot.outcome(begin: { task.resume() }, end: { task.cancel() })
  }
}

extension URLSessionConfiguration {
  /// No cookies, no cache, no stored credentials.
  public static var withoutMemory: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return configuration
  }
}

extension URLRequest {
  fileprivate init(_ request: HTTPRequest) {
    // ``SessionExchanges`` watches the times; the session's own is only to come later.
    self.init(url: request.url, timeoutInterval: request.timeouts.attempt / .seconds(1) + 60)
    for field in request.fields { addValue(field.value, forHTTPHeaderField: field.name) }
  }
}
