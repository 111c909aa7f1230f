import Foundation
import ProductClientTesting
import Testing

@testable import ProductClient

/// Requests through proxies, and what a policy is held against then.
@Suite(.timeLimit(.minutes(1)))
struct ProxyTests {
  private func transport(
    _ proxy: CurlConfiguration.Proxy, environment: [String: String] = [:]
  ) -> CurlTransport {
    CurlTransport(configuration: CurlConfiguration(proxy: proxy), environment: environment)
  }

  private func request(_ text: String, _ policy: AddressPolicy = .any) throws -> HTTPRequest {
    HTTPRequest(url: try #require(URL(string: text)), addressPolicy: policy)
  }

  static let firstBytes = [
    ("http", UInt8(ascii: "G")), ("", UInt8(ascii: "G")), ("https", 0x16), ("socks4", 4),
    ("socks4a", 4), ("socks5", 5), ("socks5h", 5),
  ].filter { $0.0 != "https" || CurlLibrary.current.has("HTTPS-proxy") }

  @Test(arguments: firstBytes)
  func eachSchemeIsSpoken(_ scheme: String, _ byte: UInt8) async throws {
    let listener = try QuietListener()
    let proxy = (scheme.isEmpty ? "" : "\(scheme)://") + "me:sesame@127.0.0.1:\(listener.port)"
    let request = try request("http://192.0.2.1/", .custom { _ in true })
    let transport = transport(.url(proxy))
    let task = Task { await transport.error(of: request) }
    #expect(await listener.firstByte() == byte)
    let error = try #require(await task.value)
    #expect(!"\(error)".contains("sesame"))
  }

  @Test func aProxyAnywhereMayBeUsedUnderAnyPolicy() async throws {
    try await withFixtureServer(.shop) { proxy in
      let transport = transport(.url(proxy.url.absoluteString))
      let policies = [AddressPolicy.any, .publicOnly, .custom { _ in false }, .any]
      for policy in policies {
        let response = try await transport.perform(request("http://shop.invalid/7", policy))
        #expect(response.status == 200)
      }
      #expect(proxy.requests.map(\.target) == policies.map { _ in "http://shop.invalid/7" })
    }
  }

  @Test(arguments: [
    "http://10.0.0.1/", "http://127.1/", "http://2130706433/", "http://[::1]/",
    "https://127.0.0.1/",
    "http://localhost/", "http://shop.localhost/", "http://169.254.169.254/", "http://127.0.0.08/",
  ])
  func aProxyIsNotAskedForAHostThatTheURLItselfShowsToBePrivate(_ text: String) async throws {
    let listener = try QuietListener()
    for scheme in ["http", "socks5h"] {
      let transport = transport(.url("\(scheme)://127.0.0.1:\(listener.port)"))
      let error = await transport.error(of: try request(text, .publicOnly))
      #expect(error?.code == "blockedAddress")
      #expect(!listener.wasContacted)
    }
  }

  /// What was judged is what the proxy is asked for, whatever it would make of the other form.
  @Test(.enabled(if: CurlLibrary.current.version >= "7.77"))
  func aProxyIsAskedForAnAddressInItsUsualForm() async throws {
    try await withFixtureServer(.shop) { proxy in
      let transport = transport(.url(proxy.url.absoluteString))
      _ = try await transport.perform(request("http://010.0.0.1/7", .publicOnly))
      #expect(proxy.requests.map(\.target) == ["http://8.0.0.1/7"])
      #expect(proxy.requests.first?.fields["Host"] == "8.0.0.1")
    }
  }

  @Test func aCustomPolicyIsAskedOfTheURLsAddressBeforeAProxyIs() async throws {
    let listener = try QuietListener()
    let transport = transport(.url("http://127.0.0.1:\(listener.port)"))
    let policy = AddressPolicy.custom { "\($0)" != "192.0.2.7" }
    let error = await transport.error(of: try request("http://192.0.2.7/", policy))
    #expect(error?.failure?.reason == "the policy does not allow the address 192.0.2.7")
    #expect(!listener.wasContacted)
  }

  /// One handle, which goes through the proxy, then not, then again.
  @Test func whatNoProxyNamesIsAskedDirectlyAndHeldAgainstThePolicy() async throws {
    try await withFixtureServer(.shop) { server in
      let environment = ["http_proxy": "127.0.0.1:\(server.port)", "no_proxy": "127.0.0.0/8"]
      let transport = transport(.environment, environment: environment)
      let direct = server.url("/direct").absoluteString
      for text in ["http://shop.invalid/1", direct, "http://shop.invalid/2"] {
        _ = try await transport.perform(request(text))
      }
      #expect(
        server.requests.map(\.target) == [
          "http://shop.invalid/1", "/direct", "http://shop.invalid/2",
        ])
      let error = await transport.error(of: try request(direct, .custom { _ in false }))
      #expect(error?.code == "blockedAddress")
    }
  }

  @Test func theEnvironmentOfTheProcessIsNotAskedAgain() async throws {
    let listener = try QuietListener()
    try await withFixtureServer(.shop) { server in
      let transport = transport(.none, environment: ["http_proxy": "127.0.0.1:\(listener.port)"])
      _ = try await transport.perform(request(server.url("/7").absoluteString))
      #expect(!listener.wasContacted)
    }
  }

  @Test(arguments: [
    "http://me:sesame@127.0.0.1:1", "http://me:sesame@no-such-proxy.invalid",
    "me:sesame@127.0.0.1:1",
    "socks5h://me:sesame@127.0.0.1:1", "https://me:sesame@127.0.0.1:1",
    "http://me:se/same@127.0.0.1:1",
    "http://me:se#same@127.0.0.1:1", "http://me:se?same@127.0.0.1:1", "http://me:se%zzsame@[::1",
    "foo://me:sesame@127.0.0.1:1",
  ])
  func noErrorShowsThePasswordOfAProxy(_ proxy: String) async throws {
    let transport = transport(.url(proxy))
    for text in ["http://192.0.2.1/", "https://192.0.2.1/"] {
      let error = try #require(await transport.error(of: try request(text)))
      #expect(!"\(error)".contains("ses") && !"\(error)".contains("same"), "\(error)")
      #expect(["connect", "resolve"].contains(error.code))
    }
  }

  /// Never is a mistake here "no proxy".
  @Test(arguments: [
    "", " ", "\n", "http://", "http://:3128", "http:///", "socks5h://me:sesame@", "//",
    "me:sesame@",
  ])
  func aProxyWithoutAHostIsRefused(_ proxy: String) async throws {
    try await withFixtureServer(.shop) { server in
      let transport = transport(.url(proxy), environment: ["no_proxy": "*"])
      let error = await transport.error(of: try request(server.url("/7").absoluteString))
      #expect(error?.code == "connect")
      #expect(error?.failure?.reason == "CurlConfiguration.proxy is a URL that names no host")
      #expect(server.requestCount == 0)
    }
  }

  @Test func aProxyThatWantsCredentialsIsAskedWithThemOnly() async throws {
    try await withFixtureServer(.shop) { proxy in
      let transport = transport(.url("http://me:sesame@127.0.0.1:\(proxy.port)"))
      _ = try await transport.perform(request("http://shop.invalid/7"))
      let authorization = proxy.requests.first?.fields["Proxy-Authorization"]
      #expect(authorization == "Basic \(Data("me:sesame".utf8).base64EncodedString())")
      #expect(proxy.requests.first?.fields["Authorization"] == nil)
    }
  }
}
