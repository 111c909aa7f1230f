import Foundation
import ProductClient
import ProductClientTesting
import TestSupport
import Testing

/// Connections that nobody uses are closed, also when nobody loads anything more.
@Suite(.timeLimit(.minutes(1)))
struct IdleConnectionTests {
  private func transport(
    maxIdleAge: Duration = .seconds(60), maxConnectionAge: Duration? = nil
  ) -> CurlTransport {
    CurlTransport(
      configuration: CurlConfiguration(
        proxy: .none, maxIdleAge: maxIdleAge, maxConnectionAge: maxConnectionAge))
  }

  private func withRelay(_ body: (Relay, HTTPRequest) async throws -> Void) async throws {
    try await withFixtureServer(.answering(.json("{}"))) { server in
      let relay = try Relay(to: UInt16(try #require(server.url("/").port)))
      let url = try #require(URL(string: "http://127.0.0.1:\(relay.port)/"))
      try await body(relay, HTTPRequest(url: url))
    }
  }

  @Test func aConnectionThatTheServerClosedIsClosedWithoutAFurtherExchange() async throws {
    try await withRelay { relay, request in
      let transport = transport()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { _ = try await transport.perform(request) } }
        try await group.waitForAll()
      }
      #expect(relay.closedConnections == 0)
      relay.hangUp()
      try await waitUntil("the connections are closed") {
        relay.closedConnections == relay.acceptedConnections
      }
      _ = try await transport.perform(request)
    }
  }

  @Test func aConnectionThatIsIdleForTooLongIsClosedWithoutAFurtherExchange() async throws {
    try await withRelay { relay, request in
      let transport = transport(maxIdleAge: .milliseconds(500))
      _ = try await transport.perform(request)
      try await waitUntil("the connection is closed") { relay.closedConnections == 1 }
      #expect(try await transport.perform(request).metrics.connectionReused == false)
    }
  }

  /// In use all the time, and nevertheless replaced.
  @Test func aConnectionThatIsTooOldIsReplaced() async throws {
    try await withRelay { relay, request in
      let transport = transport(maxConnectionAge: .seconds(1))
      try await waitUntil("the connection is replaced") {
        _ = try await transport.perform(request)
        return relay.acceptedConnections > 1
      }
    }
  }

  @Test func aConnectionThatIsYoungEnoughIsKept() async throws {
    try await withRelay { relay, request in
      let transport = transport(maxIdleAge: .seconds(Int64.max), maxConnectionAge: .seconds(600))
      for _ in 0..<3 { _ = try await transport.perform(request) }
      #expect(relay.acceptedConnections == 1)
    }
  }
}
