/// The seam between a load and the wire: performs one exchange.
///
/// An implementation
/// 1. MUST perform exactly one exchange: no retry, no redirect followed, no cache. Where a reused
///    connection turns out dead before a byte of the answer, the request MAY go once more on a new
///    one (RFC 9112 §9.3.1);
/// 2. MUST return any status as a response, 3xx to 5xx included; only an exchange that did not
///    end in a whole response throws;
/// 3. MUST accept calls from any task, any number at once (it may let them wait);
/// 4. MUST throw ``LoadError/cancelled`` promptly when the calling task is cancelled, whatever
///    the exchange is doing, and release what the exchange holds; what the server says after
///    that is ignored;
/// 5. MUST enforce ``HTTPRequest/limits`` while bytes arrive, counted after decompression, and
///    throw ``LoadError/tooLarge(_:)``;
/// 6. MUST enforce ``HTTPRequest/timeouts`` and throw ``LoadError/timedOut(_:)``; time spent
///    waiting for its turn does not count;
/// 7. MUST throw ``LoadError/transfer(_:)`` for an answer that is broken, cut short or malformed,
///    never return what had arrived;
/// 8. MUST keep repeated fields in order, and join folded lines with one space (RFC 9112 §5.2);
/// 9. MUST verify the server's certificate and name on https;
/// 10. MUST NOT put secrets into its errors: the URL in them is redacted;
/// 11. MUST enforce ``HTTPRequest/addressPolicy`` on the address that is connected to, whatever
///    connection is used, before a byte of the request is sent, and throw
///    ``LoadError/blockedAddress(_:)``; one that cannot MUST refuse every request whose policy is
///    not ``AddressPolicy/any`` in the same way. ``AddressPolicy`` says what holds with proxies.
///
/// The suite `TransportConformanceTests` holds each of these sentences against real sockets.
public protocol Transport: Sendable {
  /// Sends the request and returns the whole response.
  ///
  /// Runs on no particular thread; suspends, never blocks.
  func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse
}
