import Foundation
import Testing

@testable import ProductClient

/// What a policy says of addresses and of URLs; no network is asked.
@Suite(.timeLimit(.minutes(1)))
struct AddressPolicyTests {
  @Test func anythingGoesUnlessTold() throws {
    let request = HTTPRequest(url: try #require(URL(string: "http://127.0.0.1/")))
    #expect(request.addressPolicy == .any)
    #expect(LoaderConfiguration().addressPolicy == .any)
    #expect(throws: Never.self) { try request.checkHost() }
  }

  @Test(arguments: [
    ("10.0.0.1", "10.0.0.1 is a private address"),
    ("169.254.169.254", "169.254.169.254 is a link-local address"),
    ("100.100.100.200", "100.100.100.200 is an address of a provider's network"),
    ("::1", "::1 is a loopback address"),
    ("::ffff:10.0.0.1", "::ffff:10.0.0.1 stands for 10.0.0.1, a private address"),
    ("8.8.8.8", nil), ("2606:4700::1", nil),
  ])
  func publicOnlyTellsWhatAnAddressIs(_ text: String, _ objection: String?) throws {
    let address = try #require(IPAddress(text))
    #expect(AddressPolicy.publicOnly.objection(to: address) == objection)
    #expect(AddressPolicy.any.objection(to: address) == nil)
  }

  @Test func aCustomPolicyAsksItsClosure() throws {
    let policy = AddressPolicy.custom { $0.kind == .private }
    let (inside, outside) = (
      try #require(IPAddress("10.0.0.1")), try #require(IPAddress("8.8.8.8"))
    )
    #expect(policy.objection(to: inside) == nil)
    #expect(policy.objection(to: outside) == "the policy does not allow the address 8.8.8.8")
  }

  /// Under another name an address is still the same host.
  @Test(arguments: [
    "::ffff:10.0.0.1", "::10.0.0.1", "2002:a00:1::", "64:ff9b::a00:1",
  ])
  func aCustomPolicyIsAskedOfTheAddressThatAnotherStandsFor(_ text: String) throws {
    let (address, inside) = (try #require(IPAddress(text)), try #require(IPAddress("10.0.0.1")))
    let without = AddressPolicy.custom { $0 != inside }
    #expect(
      without.objection(to: address)
        == "the policy does not allow the address 10.0.0.1, which \(address) stands for")
    let withoutOther = AddressPolicy.custom { $0 != address }
    #expect(
      withoutOther.objection(to: address) == "the policy does not allow the address \(address)")
    #expect(AddressPolicy.custom { _ in true }.objection(to: address) == nil)
  }

  @Test(arguments: [
    ("http://2130706433/", "127.0.0.1 is a loopback address"),
    ("http://[::ffff:10.0.0.1]/", "::ffff:10.0.0.1 stands for 10.0.0.1, a private address"),
    ("https://LOCALHOST.:8443/", "localhost is this host"),
    ("http://shop.localhost/", "shop.localhost is this host"),
    ("http://127.0.0.08/", "its host is neither a name nor an address"),
    ("http://notlocalhost/", nil), ("http://localhost.example/", nil), ("http://8.8.8.8/", nil),
  ])
  func publicOnlyReadsTheHostOfAURL(_ text: String, _ objection: String?) throws {
    let url = try #require(URL(string: text))
    #expect(AddressPolicy.publicOnly.objection(toHostOf: url) == objection)
    #expect(AddressPolicy.any.objection(toHostOf: url) == nil)
    let request = HTTPRequest(url: url, addressPolicy: .publicOnly)
    let refusal = objection.map {
      LoadError.blockedAddress(LoadFailure(url: URLRules.redacted(url), reason: $0))
    }
    var thrown: LoadError?
    do throws(LoadError) { try request.checkHost() } catch { thrown = error }
    #expect(thrown == refusal)
  }

  @Test func aCustomPolicyIsAskedOnlyOfAddresses() throws {
    let policy = AddressPolicy.custom { _ in false }
    let objection = { policy.objection(toHostOf: try #require(URL(string: $0))) }
    #expect(try objection("http://localhost/") == nil)
    #expect(try objection("http://8.8.8.8/") != nil)
    #expect(try objection("http://999.9/") != nil)
  }

  @Test(arguments: [
    ("http://localhost:8080/", true), ("http://127.1/", true), ("https://10.1.2.3/", true),
    ("http://[fe80::1%25eth0]/", true), ("http://0/", true), ("http://shop.example/", false),
    ("http://1.1.1.1/", false), ("http://999.9/", false),
  ])
  func aURLMayNameAPrivateHostByItself(_ text: String, _ names: Bool) throws {
    #expect(AddressPolicy.namesPrivateHost(try #require(URL(string: text))) == names)
  }

  @Test func aPolicyIsToldByItsName() {
    let policies = [AddressPolicy.any, .publicOnly, .custom { _ in true }]
    #expect(policies.map { "\($0)" } == ["any", "publicOnly", "custom"])
  }

  @Test func requestsUnderDifferentPoliciesAreDifferent() throws {
    let url = try #require(URL(string: "http://shop.example/"))
    let custom = AddressPolicy.custom { _ in true }
    let policies = [.any, .publicOnly, custom, .custom { _ in true }, custom]
    let requests = policies.map { HTTPRequest(url: url, addressPolicy: $0) }
    #expect(Set(requests).count == 4)
    #expect(requests[2] == requests[4])
    #expect(requests[2].hashValue == requests[4].hashValue)
  }
}
