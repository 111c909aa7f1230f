import Foundation
import ProductClient
import Testing

/// What an address is, and what it is set aside for.
@Suite(.timeLimit(.minutes(1)))
struct IPAddressTests {
  typealias Kind = IPAddress.Kind

  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("255.255.255.255", "255.255.255.255"), ("::", "::"),
    ("::1", "::1"), ("2001:DB8:0:0:0:0:0:7", "2001:db8::7"),
    ("::ffff:10.0.0.1", "::ffff:10.0.0.1"), ("::ffff:a00:1", "::ffff:10.0.0.1"),
    ("fe80:0:0:1::", "fe80:0:0:1::"),
  ])
  func aTextIsReadAndShownInItsUsualForm(_ text: String, _ shown: String) throws {
    let address = try #require(IPAddress(text))
    #expect("\(address)" == shown)
    #expect(IPAddress(bytes: address.bytes) == address)
  }

  @Test(arguments: [
    "", "127.1", "0177.0.0.1", "0x7f.0.0.1", "2130706433", "127.0.0.1.", "127.0.0.256",
    " 127.0.0.1",
    "127.0.0.1\0evil", "[::1]", "::1%lo", "::1::", "1:2:3:4:5:6:7:8:9", "fe80::g", "localhost",
  ])
  func whatIsNotStrictlyOneIsNone(_ text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(arguments: [0, 1, 3, 5, 15, 17])
  func otherNumbersOfBytesAreNoAddress(_ count: Int) {
    #expect(IPAddress(bytes: Array(repeating: 1, count: count)) == nil)
  }

  @Test func aSocketAddressHoldsAnAddress() throws {
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_addr.s_addr = UInt32(0x0A01_0203).bigEndian
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_addr = in6addr_loopback
    #expect(withUnsafeBytes(of: four) { IPAddress(socketAddress: $0) } == IPAddress("10.1.2.3"))
    #expect(withUnsafeBytes(of: six) { IPAddress(socketAddress: $0) } == IPAddress("::1"))
    let isShort = { (bytes: UnsafeRawBufferPointer) in
      IPAddress(socketAddress: .init(rebasing: bytes.dropLast())) == nil
    }
    #expect(withUnsafeBytes(of: four, isShort))
    #expect(withUnsafeBytes(of: six, isShort))
    four.sin_family = sa_family_t(AF_UNIX)
    #expect(withUnsafeBytes(of: four) { IPAddress(socketAddress: $0) } == nil)
  }

  /// The first and the last of each block, and the public ones beside it.
  @Test(arguments: [
    ("0.0.0.0", "0.255.255.255", Kind.unspecified, "1.0.0.0"),
    ("10.0.0.0", "10.255.255.255", .private, "11.0.0.0"),
    ("9.255.255.255", "9.255.255.255", .public, "1.1.1.1"),
    ("100.64.0.0", "100.127.255.255", .shared, "100.128.0.0"),
    ("100.100.100.200", "100.100.100.200", .shared, "100.63.255.255"),
    ("127.0.0.0", "127.255.255.255", .loopback, "126.255.255.255"),
    ("169.254.0.0", "169.254.255.255", .linkLocal, "169.253.255.255"),
    ("169.254.169.254", "169.254.169.254", .linkLocal, "169.255.0.0"),
    ("172.16.0.0", "172.31.255.255", .private, "172.32.0.0"),
    ("192.0.0.0", "192.0.0.255", .reserved, "192.0.1.0"),
    ("192.0.2.0", "192.0.2.255", .documentation, "192.0.3.0"),
    ("192.88.99.0", "192.88.99.255", .reserved, "192.88.98.255"),
    ("192.168.0.0", "192.168.255.255", .private, "192.169.0.0"),
    ("198.18.0.0", "198.19.255.255", .benchmarking, "198.20.0.0"),
    ("198.51.100.0", "198.51.100.255", .documentation, "198.51.101.0"),
    ("203.0.113.0", "203.0.113.255", .documentation, "203.0.112.255"),
    ("224.0.0.0", "239.255.255.255", .multicast, "223.255.255.255"),
    ("240.0.0.0", "255.255.255.254", .reserved, "8.8.8.8"),
    ("255.255.255.255", "255.255.255.255", .broadcast, "172.15.255.255"),
    ("::", "::", .unspecified, "2000::"),
    ("::1", "::1", .loopback, "2606:4700:4700::1111"),
    ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .private, "2a00::1"),
    ("fd00:ec2::254", "fd00:ec2::254", .private, "2001:200::"),
    ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .linkLocal, "2003::"),
    ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .private, "2400::"),
    ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .multicast, "2600::"),
    ("2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved, "2001:4860:4860::8888"),
    ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", .documentation, "2001:db7::"),
    ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", .documentation, "3fff:1000::"),
    ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", .reserved, "2001:db9::"),
    ("100::", "100::ffff:ffff:ffff:ffff", .reserved, "3ffe::"),
    ("4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved, "3fff:ffff::"),
  ])
  func aBlockIsWhatTheRegistrySays(
    _ first: String, _ last: String, _ kind: Kind, _ neighbour: String
  ) throws {
    #expect(try #require(IPAddress(first)).kind == kind)
    #expect(try #require(IPAddress(last)).kind == kind)
    #expect(try #require(IPAddress(neighbour)).kind == .public)
  }

  @Test(arguments: [
    ("::ffff:%", Kind.public, "8.8.8.8"), ("::ffff:%", .private, "10.0.0.1"),
    ("::ffff:%", .loopback, "127.0.0.1"), ("::ffff:%", .unspecified, "0.0.0.0"),
    ("::%", .private, "192.168.1.1"), ("::%", .public, "8.8.8.8"), ("::%", .unspecified, "0.0.0.2"),
    ("64:ff9b::%", .linkLocal, "169.254.169.254"), ("64:ff9b::%", .public, "1.1.1.1"),
  ])
  func anAddressThatStandsForAnotherIsJudgedByThat(
    _ pattern: String, _ kind: Kind, _ four: String
  ) throws {
    let address = try #require(IPAddress(pattern.replacing("%", with: four)))
    #expect(address.embedded == IPAddress(four))
    #expect(address.kind == kind)
  }

  @Test func aSixToFourAddressIsJudgedByItsSite() throws {
    #expect(try #require(IPAddress("2002:7f00:1::5")).kind == .loopback)
    #expect(try #require(IPAddress("2002:0808:0808::1")).kind == .public)
  }

  @Test(arguments: ["::", "::1", "2001:db8::1", "10.0.0.1", "64:ff9b:1::a00:1", "::fffe:10.0.0.1"])
  func othersStandForThemselves(_ text: String) throws {
    #expect(try #require(IPAddress(text)).embedded == nil)
  }

  @Test func eachKindIsToldInWords() {
    #expect(Set(Kind.allCases.map { "\($0)" }).count == Kind.allCases.count)
    #expect("\(Kind.private)" == "a private address")
    #expect("\(Kind.unspecified)" == "an unspecified address")
  }
}
