import Foundation
import TestSupport
import Testing

@testable import ProductClient

/// A connection that died without a word is not given to the next exchange.
@Suite(.timeLimit(.minutes(2)), .needsNginx, .needs("openssl"))
struct DeadConnectionTests {
  private let shop: SecureShop
  private let relay: Relay

  init() async throws {
    shop = try await SecureShop()
    relay = try Relay(to: UInt16(try #require(shop.nginx.url(on: .secure).port)))
  }

  private func transport(
    _ version: CurlConfiguration.VersionPreference = .negotiated, patience: Duration = .seconds(5)
  ) -> CurlTransport {
    var configuration = shop.configuration
    configuration.version = version
    configuration.patienceBeforeCancel = patience
    return CurlTransport(configuration: configuration)
  }

  private func request(_ timeouts: ExchangeTimeouts = ExchangeTimeouts()) throws -> HTTPRequest {
    let url = try #require(URL(string: "https://localhost:\(relay.port)/1.json"))
    return HTTPRequest(url: url, timeouts: timeouts)
  }

  private static let times = [
    ExchangeTimeouts(attempt: .milliseconds(200)),
    ExchangeTimeouts(firstByte: .milliseconds(200)),
    ExchangeTimeouts(stall: .seconds(1)),
  ]

  @Test(.enabled(if: CurlLibrary.current.has("HTTP2")), arguments: times)
  func afterATimeoutInSilenceTheNextExchangeGetsANewHTTP2Connection(
    _ timeouts: ExchangeTimeouts
  ) async throws {
    let transport = transport()
    let first = try await transport.perform(request())
    #expect(first.metrics.version == .http2)
    relay.freeze()
    #expect(await transport.error(of: try request(timeouts))?.code == "timedOut")
    let next = try await transport.perform(request())
    #expect(next.metrics.connectionReused == false)
    #expect(relay.acceptedConnections == 2)
  }

  /// They are as dead, and do not wait for their own times: these are an hour.
  @Test(.enabled(if: CurlLibrary.current.has("HTTP2")))
  func othersOnTheDeadConnectionGoOnAnotherAtOnce() async throws {
    let transport = transport()
    _ = try await transport.perform(request())
    relay.freeze()
    let hour = ExchangeTimeouts(attempt: .seconds(3600), stall: .seconds(3600))
    let patient = try request(hour)
    let others = (0..<5).map { _ in Task { await transport.error(of: patient) } }
    let short = try request(ExchangeTimeouts(attempt: .milliseconds(500)))
    #expect(await transport.error(of: short)?.code == "timedOut")
    for other in others { #expect(await other.value == nil) }
    #expect(relay.acceptedConnections >= 2)
  }

  @Test(.enabled(if: CurlLibrary.current.has("HTTP2")))
  func aCancelAfterLongSilenceCountsAsATimeout() async throws {
    let transport = transport(patience: .zero)
    // Twice: with the second answer, whatever the first exchange had still to say is said, and what
    // is swallowed after it is of the third.
    for _ in 0..<2 { _ = try await transport.perform(request()) }
    relay.freeze()
    let silent = try request()
    let load = Task { await transport.error(of: silent) }
    try await waitUntil("the request is on its way") { relay.swallowedBytes > 0 }
    load.cancel()
    #expect(await load.value == .cancelled)
    let next = try await transport.perform(request())
    #expect(next.metrics.connectionReused == false)
  }

  @Test(.enabled(if: CurlLibrary.current.has("HTTP2")))
  func aCancelThatComesSoonLeavesTheConnectionAlone() async throws {
    let transport = transport()
    _ = try await transport.perform(request())
    let request = try request()
    for _ in 0..<20 {
      let load = Task { await transport.error(of: request) }
      await Task.yield()
      load.cancel()
      _ = await load.value
    }
    #expect(try await transport.perform(request).metrics.connectionReused == true)
    #expect(relay.acceptedConnections == 1)
  }

  /// libcurl's own doing, which all of this relies on.
  @Test func anHTTP1ConnectionEndsWithItsUnfinishedExchange() async throws {
    let transport = transport(.http1)
    _ = try await transport.perform(request())
    relay.freeze()
    let short = try request(ExchangeTimeouts(attempt: .milliseconds(200)))
    #expect(await transport.error(of: short)?.code == "timedOut")
    try await waitUntil("the connection is closed") { relay.closedConnections == 1 }
    #expect(try await transport.perform(request()).metrics.connectionReused == false)
  }
}
