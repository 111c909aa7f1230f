import CFaults
import Foundation
import ProductClient
import TestSupport
import Testing

@testable import ProductClientTesting

/// A connection that stands is no way around the policy, and serves whom it may serve.
@Suite(.needsFaults, .timeLimit(.minutes(1)))
struct ReusedConnectionTests {
  private let transport = CurlTransport.ownWithoutProxy()

  /// A URL whose host is a name of its own for this machine.
  private func url(of server: FixtureServer, _ name: String = #function) throws -> URL {
    let host = "\(name.filter(\.isLetter)).example"
    names_answer(host, "127.0.0.1")
    return try #require(URL(string: "http://\(host):\(server.port)/7"))
  }

  @Test(arguments: [AddressPolicy.publicOnly, .custom { _ in false }])
  func whatMayNotBeConnectedToMayNotBeReused(_ policy: AddressPolicy) async throws {
    try await withFixtureServer(.shop) { server in
      let url = try url(of: server)
      _ = try await transport.perform(HTTPRequest(url: url))
      let error = await transport.error(of: HTTPRequest(url: url, addressPolicy: policy))
      #expect(error?.code == "blockedAddress")
      #expect(error?.failure?.reason.contains("127.0.0.1") == true)
      #expect(server.requestCount == 1)
      #expect(server.acceptedConnections == 1)
      // Neither the handle nor the transport keeps the policy.
      _ = try await transport.perform(HTTPRequest(url: url))
      #expect(server.requestCount == 2)
    }
  }

  @Test func whatMayBeConnectedToIsReused() async throws {
    try await withFixtureServer(.shop) { server in
      let url = try url(of: server)
      _ = try await transport.perform(HTTPRequest(url: url))
      let guarded = HTTPRequest(url: url, addressPolicy: .custom { _ in true })
      for _ in 0..<2 {
        #expect(try await transport.perform(guarded).metrics.connectionReused == true)
      }
      #expect(try await transport.perform(HTTPRequest(url: url)).metrics.connectionReused == true)
    }
  }

  /// The name stands for two addresses; the connection that stands is to the wrong one.
  @Test func anotherConnectionIsMadeWhereOneIsAllowed() async throws {
    try await withFixtureServer(.shop) { server in
      names_answer("either.example", "127.0.0.1,127.0.0.1")
      let url = try #require(URL(string: "http://either.example:\(server.port)/7"))
      _ = try await transport.perform(HTTPRequest(url: url))
      let asked = Observed(0)
      let policy = AddressPolicy.custom { _ in
        asked.update {
          $0 += 1
          return $0 > 1
        }
      }
      let response = try await transport.perform(HTTPRequest(url: url, addressPolicy: policy))
      #expect(response.metrics.connectionReused == false)
      #expect(server.acceptedConnections == 2)
    }
  }

  /// libcurl before 7.80 does not ask about connections that stand: then none is used.
  @Test func anOlderLibcurlMakesANewConnectionForEachRequest() async {
    await #expect(processExitsWith: .success) {
      faults_forget_option(20_000 + 312)
      names_answer("older.example", "127.0.0.1")
      try await withFixtureServer(.shop) { server in
        let transport = CurlTransport.ownWithoutProxy()
        let url = try #require(URL(string: "http://older.example:\(server.port)/7"))
        let allowing = HTTPRequest(url: url, addressPolicy: .custom { _ in true })
        for request in [HTTPRequest(url: url), allowing, allowing] {
          #expect(try await transport.perform(request).metrics.connectionReused == false)
        }
        let refusing = HTTPRequest(url: url, addressPolicy: .publicOnly)
        #expect(await transport.error(of: refusing)?.code == "blockedAddress")
        let last = try await transport.perform(HTTPRequest(url: url))
        #expect(last.metrics.connectionReused == true)
        #expect(server.requestCount == 4)
      }
    }
  }

  @Test func manyAtOnceUnderManyPoliciesAreEachJudgedByTheirOwn() async throws {
    try await withFixtureServer(.shop) { server in
      let url = try url(of: server)
      let codes = await withTaskGroup(of: (Int, String?).self) { group in
        for number in 0..<300 {
          let policy = [AddressPolicy.any, .publicOnly, .custom { _ in true }][number % 3]
          let request = HTTPRequest(url: url, addressPolicy: policy)
          group.addTask { (number % 3, await transport.error(of: request)?.code) }
        }
        return await group.reduce(into: [Set<String?>](repeating: [], count: 3)) {
          $0[$1.0].insert($1.1)
        }
      }
      #expect(codes == [[nil], ["blockedAddress"], [nil]])
      #expect(server.requestCount == 200)
    }
  }
}

/// The same where exchanges share a connection, over TLS.
@Suite(.needsFaults, .needsNginx, .needs("openssl"), .timeLimit(.minutes(1)))
struct SharedConnectionTests {
  @Test func anHTTP2ConnectionServesWhomItMayServe() async throws {
    let shop = try await SecureShop()
    let transport = CurlTransport(configuration: shop.configuration)
    let url = shop.nginx.url("1.json", on: .secure, host: "localhost")
    let refusing = HTTPRequest(url: url, addressPolicy: .custom { _ in false })
    let allowing = HTTPRequest(url: url, addressPolicy: .custom { _ in true })
    _ = try await transport.perform(HTTPRequest(url: url))
    #expect(await transport.error(of: refusing)?.code == "blockedAddress")
    #expect(try await transport.perform(allowing).metrics.version == .http2)
    _ = try await transport.perform(HTTPRequest(url: url))
    #expect(try await shop.nginx.accessLog(atLeast: 3).count == 3)
  }
}
