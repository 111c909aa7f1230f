import Foundation
import Testing

@testable import ProductClient

/// Which host a URL names, in whatever form.
@Suite(.timeLimit(.minutes(1)))
struct URLHostTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("127.0.0.1:80", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"),
    ("2130706433", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"), ("0x7f.1", "127.0.0.1"),
    ("0X7F.0x0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("127.0.1", "127.0.0.1"),
    ("0x7f000001", "127.0.0.1"), ("017700000001", "127.0.0.1"), ("0", "0.0.0.0"), ("00", "0.0.0.0"),
    ("0x0", "0.0.0.0"), ("10.258", "10.0.1.2"), ("4294967295", "255.255.255.255"),
    ("000000127.0.0.1", "87.0.0.1"), ("\u{FF11}27.0.0.1", "127.0.0.1"),
    ("127\u{3002}0\u{3002}0\u{3002}1", "127.0.0.1"), ("[::1]", "::1"), ("[::1]:8080", "::1"),
    ("[::ffff:127.0.0.1]", "::ffff:127.0.0.1"), ("[fe80::1%25lo]", "fe80::1"),
    ("[fe80::1%lo]:80", "fe80::1"), ("user@10.0.0.1", "10.0.0.1"),
    ("8.8.8.8@10.0.0.1", "10.0.0.1"),
  ])
  func anAddressInAnyForm(_ authority: String, _ address: String) throws {
    let url = try #require(URL(string: "http://\(authority)/?x=http://y"))
    #expect(URLHost(of: url) == IPAddress(address).map(URLHost.address))
  }

  @Test(arguments: [
    ("shop.example", "shop.example"), ("SHOP.Example.:80", "shop.example"),
    ("localhost", "localhost"),
    ("127.0.0.1.nip.io", "127.0.0.1.nip.io"), ("1x", "1x"), ("0x7g", "0x7g"),
    ("1.2.3.4a", "1.2.3.4a"),
    ("bücher.example", "xn--bcher-kva.example"), ("deadbeef", "deadbeef"),
  ])
  func aName(_ authority: String, _ name: String) throws {
    let url = try #require(URL(string: "https://\(authority)/"))
    #expect(URLHost(of: url) == .name(name))
  }

  @Test(arguments: [
    "http:///", "http:x", "http://", "http://.", "http://256.1.1.1/", "http://1.2.3.4.5/",
    "http://127.0.0.08/", "http://4294967296/", "http://0x/", "http://1..1/", "http://a.1/",
    "http://0x7f.0.0.0x", "http://18446744073709551617/", "http://[1.2.3.4]/", "http://[x]/",
    "http://ho%73t/", "http://127.0.0.1../",
  ])
  func noneThatEverybodyReadsAlike(_ text: String) throws {
    #expect(URLHost(of: try #require(URL(string: text))) == .malformed)
  }
}
