import Foundation
import ProductClient
import ProductClientTesting
import Testing

/// Nothing is sent where the request's policy forbids it: the sentence 11 of `Transport`'s contract.
@Suite(.timeLimit(.minutes(1)))
struct AddressConformanceTests {
  @Test(arguments: TransportUnderTest.keeping(), ["127.0.0.1", "localhost", "2130706433", "[::1]"])
  func aForbiddenAddressIsNotConnectedTo(
    _ transport: TransportUnderTest, _ host: String
  ) async throws {
    let listener = try QuietListener()
    let request = HTTPRequest(url: try listener.url(host), addressPolicy: .publicOnly)
    let error = await transport.make().error(of: request)
    #expect(error?.code == "blockedAddress")
    #expect(error?.failure?.reason.isEmpty == false)
    #expect(!listener.wasContacted)
  }

  @Test(arguments: TransportUnderTest.keeping())
  func aConnectionThatStandsIsNotUsedEither(_ transport: TransportUnderTest) async throws {
    try await withFixtureServer(.answering(.json("{}"))) { server in
      let subject = transport.make()
      var request = HTTPRequest(url: server.url("/"))
      _ = try await subject.perform(request)
      request.addressPolicy = .custom { _ in false }
      #expect(await subject.error(of: request)?.code == "blockedAddress")
      #expect(server.requestCount == 1)
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func anAllowedAddressIsConnectedToOrEverySuchRequestIsRefused(
    _ transport: TransportUnderTest
  ) async throws {
    try await withFixtureServer(.answering(.json("{}"))) { server in
      let request = HTTPRequest(url: server.url("/"), addressPolicy: .custom { _ in true })
      let error = await transport.make().error(of: request)
      #expect(error?.code == (transport == .curl ? nil : "blockedAddress"))
      #expect(server.requestCount == (transport == .curl ? 1 : 0))
    }
  }

  @Test func theFixtureTransportJudgesWhatTheURLItselfNames() async throws {
    let transport = FixtureTransport(.answering(.json("{}")))
    for (host, code) in [("127.1", "blockedAddress"), ("localhost", "blockedAddress"), ("h", nil)] {
      let url = try #require(URL(string: "http://\(host)/"))
      let error = await transport.error(of: HTTPRequest(url: url, addressPolicy: .publicOnly))
      #expect(error?.code == code)
    }
    #expect(transport.requestCount == 1)
  }
}
