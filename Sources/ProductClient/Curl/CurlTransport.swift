import Foundation

/// The transport over libcurl: one thread, one multi handle, connections and handles reused.
///
/// HTTP/2 is spoken where the server offers it over TLS, and transfers to one host then share one
/// connection. Bodies are decompressed with whatever this libcurl was built with; see
/// ``CurlLibrary``. The thread starts with the first exchange.
///
/// No shutdown call is required: a transport that is let go of finishes what it is doing, closes
/// its connections and ends its thread. ``shutdown()`` does so at once, and waits for it.
public final class CurlTransport: Transport {
  /// The transport that loaders share unless they are given another. Lives as long as the process.
  public static let shared = CurlTransport()

  private let driver: CurlDriver

  /// Creates a transport with connections of its own.
  public convenience init(configuration: CurlConfiguration = CurlConfiguration()) {
    self.init(configuration: configuration, environment: ProcessInfo.processInfo.environment)
  }

  /// - Parameter environment: Whose proxies count.
  init(configuration: CurlConfiguration, environment: [String: String]) {
    driver = CurlDriver(configuration: configuration, environment: environment)
  }

  deinit {
    // Only posts a message. The thread owns every C handle and tears them down itself, later.
    driver.finish()
  }

  /// Performs one exchange; see ``Transport``.
  ///
  /// Throws ``LoadError/shutDown`` once ``shutdown()`` was called.
  public func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
    try request.checkHost()
    let slot = ExchangeSlot()
    return try await slot.outcome(
      begin: { driver.start(request, for: slot) }, end: { [driver] in driver.cancel(slot) })
  }

  /// Ends every exchange in progress with ``LoadError/shutDown``, closes all connections and ends
  /// the thread; returns when that is done. May be called more than once.
  ///
  /// Loads through ``shared`` fail for good after `CurlTransport.shared.shutdown()`.
  public func shutdown() async {
    await driver.shutdown()
  }
}
