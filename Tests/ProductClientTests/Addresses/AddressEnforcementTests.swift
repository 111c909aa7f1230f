import CFaults
import Foundation
import ProductClient
import ProductClientTesting
import Testing

/// Where the policy forbids it no connection is made, whatever the URL looks like and whatever its
/// name stands for.
@Suite(.timeLimit(.minutes(1)))
struct AddressEnforcementTests {
  private let transport = CurlTransport.ownWithoutProxy()

  @Test func aListenerIsContactedWhereItIsAllowed() async throws {
    let listener = try QuietListener()
    let timeouts = ExchangeTimeouts(attempt: .milliseconds(50))
    let url = try listener.url("127.0.0.1")
    let error = await transport.error(of: HTTPRequest(url: url, timeouts: timeouts))
    #expect(error?.code == "timedOut")
    #expect(listener.wasContacted)
  }

  @Test(arguments: [
    "127.0.0.1", "127.0.0.2", "127.1", "2130706433", "0177.0.0.1", "017700000001", "0x7f.1",
    "0x7f000001", "0x7F.0x0.0x0.0x1", "127.0.0.1.", "0", "0.0.0.0", "\u{FF11}27.0.0.1", "10.0.0.1",
    "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.100.100.200", "192.0.2.1", "224.0.0.1",
    "255.255.255.255", "[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::1%25lo]", "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "[fe80::1%25lo]",
    "[fd00:ec2::254]", "[ff02::1]", "localhost", "LocalHost", "localhost.", "shop.localhost",
    "127.0.0.08", "127.0.0.0x", "999.0.0.1",
  ])
  func aHostThatIsNotPublicIsNotConnectedTo(_ host: String) async throws {
    let listener = try QuietListener()
    let request = HTTPRequest(url: try listener.url(host), addressPolicy: .publicOnly)
    #expect(await transport.error(of: request)?.code == "blockedAddress")
    #expect(!listener.wasContacted)
  }

  @Test(
    .needsFaults,
    arguments: [
      ("127.0.0.1", "127.0.0.1 is a loopback address"),
      ("10.0.0.1", "10.0.0.1 is a private address"),
      ("169.254.169.254", "169.254.169.254 is a link-local address"),
      ("100.100.100.200", "100.100.100.200 is an address of a provider's network"),
      ("0.0.0.0", "0.0.0.0 is an unspecified address"),
      ("10.0.0.1,127.0.0.1,192.168.0.1", "10.0.0.1 is a private address"),
    ])
  func aNameOfAnAddressThatIsNotPublicIsNotConnectedTo(
    _ addresses: String, _ reason: String
  ) async throws {
    let listener = try QuietListener()
    let name = "n\(addresses.replacing(/[.,]/, with: "-")).example"
    names_answer(name, addresses)
    let request = HTTPRequest(url: try listener.url(name), addressPolicy: .publicOnly)
    let error = await transport.error(of: request)
    #expect(error?.code == "blockedAddress")
    #expect(error?.failure?.reason == reason)
    #expect(!listener.wasContacted)
  }

  @Test(.needsFaults) func aNameOfAddressesOfBothVersionsIsNotConnectedTo() async throws {
    let listener = try QuietListener()
    names_answer("both.example", "::1,127.0.0.1,fd00::1,10.0.0.1")
    let request = HTTPRequest(url: try listener.url("both.example"), addressPolicy: .publicOnly)
    let error = await transport.error(of: request)
    #expect(error?.code == "blockedAddress")
    #expect(!listener.wasContacted)
  }

  /// `/etc/hosts` makes it stand for this machine, more often than not.
  @Test func theNameOfThisMachineIsNotConnectedToWhereItStandsForIt() async throws {
    let listener = try QuietListener()
    let name = ProcessInfo.processInfo.hostName
    let plain = await transport.error(
      of: HTTPRequest(
        url: try listener.url(name), timeouts: ExchangeTimeouts(attempt: .milliseconds(200))))
    let isThisMachine = listener.wasContacted
    let other = try QuietListener()
    let error = await transport.error(
      of: HTTPRequest(url: try other.url(name), addressPolicy: .custom { _ in false }))
    #expect(error?.code == (isThisMachine ? "blockedAddress" : plain?.code))
    #expect(!other.wasContacted)
  }

  @Test(.needsFaults) func theAddressesThatAreAllowedAreTriedAfterOneThatIsNot() async throws {
    names_answer("several.example", "127.0.0.2,127.0.0.1")
    try await withFixtureServer(.shop) { server in
      let url = try #require(URL(string: "http://several.example:\(server.port)/7"))
      let policy = AddressPolicy.custom { "\($0)" == "127.0.0.1" }
      let response = try await transport.perform(HTTPRequest(url: url, addressPolicy: policy))
      #expect(response.metrics.remoteAddress == "127.0.0.1")
    }
  }

  @Test(.needsFaults) func whereAnAllowedAddressRefusesTheConnectionThatIsTheError() async throws {
    names_answer("partly.example", "127.0.0.2,127.0.0.1")
    let url = try #require(URL(string: "http://partly.example:1/"))
    let policy = AddressPolicy.custom { "\($0)" == "127.0.0.1" }
    let error = await transport.error(of: HTTPRequest(url: url, addressPolicy: policy))
    #expect(error?.code == "connect")
  }

  /// Whoever looked first would have seen a public address.
  @Test(.needsFaults) func aNameThatStandsForAnotherAddressLaterIsJudgedByThat() async throws {
    let listener = try QuietListener()
    names_answer("rebinding.example", "127.0.0.1")
    names_answer("rebinding.example", "127.0.0.2")
    let policy = AddressPolicy.custom { "\($0)" == "127.0.0.1" }
    let request = HTTPRequest(
      url: try listener.url("rebinding.example"),
      timeouts: ExchangeTimeouts(attempt: .milliseconds(200)), addressPolicy: policy)
    #expect(await transport.error(of: request)?.code == "timedOut")
    #expect(await listener.firstByte() == UInt8(ascii: "G"))
    // Another transport, for libcurl remembers for a minute what a name stands for.
    let error = await CurlTransport.ownWithoutProxy().error(of: request)
    #expect(error?.failure?.reason == "the policy does not allow the address 127.0.0.2")
    #expect(!listener.wasContacted)
  }

  @Test func theTargetOfARedirectIsJudgedLikeAnyOther() async throws {
    let listener = try QuietListener()
    let target = try listener.url("127.0.0.2")
    let redirect = FixtureReply.status(302).with("Location", target.absoluteString)
    try await withFixtureServer(.answering(redirect)) { server in
      let policy = AddressPolicy.custom { "\($0)" == "127.0.0.1" }
      let response = try await transport.perform(
        HTTPRequest(url: server.url("/"), addressPolicy: policy))
      let next = try #require(response.fields["Location"].flatMap(URL.init(string:)))
      let error = await transport.error(of: HTTPRequest(url: next, addressPolicy: policy))
      #expect(error?.code == "blockedAddress")
      #expect(!listener.wasContacted)
    }
  }

  @Test func aLoadersPolicyHoldsForItsLoads() async throws {
    try await withFixtureServer(.shop) { server in
      var configuration = LoaderConfiguration.patient
      let any = ProductLoader.from(server, over: transport, configuration: configuration)
      _ = try await any.product(withID: "7")
      configuration.addressPolicy = .publicOnly
      let publicOnly = ProductLoader.from(server, over: transport, configuration: configuration)
      do throws(LoadError) {
        _ = try await publicOnly.product(withID: "7")
        Issue.record("it was loaded")
      } catch {
        #expect(error.code == "blockedAddress")
        #expect("\(error)".contains("127.0.0.1 is a loopback address"))
      }
      #expect(server.requestCount == 1)
    }
  }
}
