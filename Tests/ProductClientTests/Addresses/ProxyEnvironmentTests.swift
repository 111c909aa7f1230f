import Foundation
import Testing

@testable import ProductClient

/// Which request goes through which proxy.
@Suite(.timeLimit(.minutes(1)))
struct ProxyEnvironmentTests {
  @Test(arguments: [
    ([:], nil, nil),
    (["http_proxy": "a"], "a", nil),
    (["https_proxy": "a"], nil, "a"),
    (["HTTPS_PROXY": "a"], nil, "a"),
    (["HTTP_PROXY": "a"], nil, nil),
    (["https_proxy": "a", "HTTPS_PROXY": "b"], nil, "a"),
    (["https_proxy": "", "HTTPS_PROXY": "b"], nil, "b"),
    (["all_proxy": "a"], "a", "a"),
    (["ALL_PROXY": "a", "http_proxy": "b"], "b", "a"),
    (["all_proxy": "a", "no_proxy": "*"], nil, nil),
    (["all_proxy": "a", "NO_PROXY": "shop.example"], nil, nil),
    (["all_proxy": "a", "no_proxy": "other", "NO_PROXY": "shop.example"], "a", "a"),
  ])
  func theVariablesAreReadAsLibcurlDoes(
    _ environment: [String: String], _ http: String?, _ https: String?
  ) throws {
    let proxies = ProxyEnvironment(environment)
    #expect(proxies.proxy(for: try #require(URL(string: "http://shop.example/"))) == http)
    #expect(proxies.proxy(for: try #require(URL(string: "HTTPS://shop.example/"))) == https)
  }

  @Test(arguments: [
    ("shop.example", "shop.example", true), ("shop.example", "a.shop.example", true),
    ("shop.example", "ashop.example", false), ("shop.example", "shop.example.evil", false),
    (".shop.example", "shop.example", true), (".shop.example", "a.shop.example", true),
    ("shop.example.", "shop.example", true), ("shop.example", "shop.example.", true),
    ("SHOP.example", "Shop.EXAMPLE", true), ("a,b c,, shop.example ,", "shop.example", true),
    ("a\tshop.example", "shop.example", true), ("example", "shop.example", true),
    ("*", "anything", true), ("*.example", "shop.example", false), ("a,*", "shop.example", false),
    (".", "shop.example", false), ("", "shop.example", false),
    ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.1", true), ("0.0.1", "127.0.0.1", false),
    ("10.0.0.0/8", "10.9.8.7", true), ("10.0.0.0/8", "11.0.0.1", false),
    ("192.168.16.0/20", "192.168.31.1", true), ("192.168.16.0/20", "192.168.32.1", false),
    ("10.0.0.1/32", "10.0.0.1", true), ("10.0.0.1/33", "10.0.0.1", false),
    ("0.0.0.0/0", "10.0.0.1", false), ("10.0.0.1/0", "10.0.0.1", true),
    ("10.0.0.1/x", "10.0.0.1", true), ("10.0.0.0/8", "10.shop.example", false),
    ("::1", "[::1]", true), ("fd00::/8", "[fd12::1]", true), ("fd00::/8", "[fe80::1]", false),
    ("10.0.0.0/8", "[a00::1]", false), ("[::1]", "[::1]", false),
  ])
  func noProxyIsReadAsLibcurlDoes(_ list: String, _ host: String, _ isExempt: Bool) throws {
    let proxies = ProxyEnvironment(["http_proxy": "a", "no_proxy": list])
    let url = try #require(URL(string: "http://\(host):81/x"))
    #expect(proxies.proxy(for: url) == (isExempt ? nil : "a"))
  }

  @Test func theChoiceSaysWhatTheEnvironmentCountsFor() throws {
    let environment = [
      "http_proxy": "a", "all_proxy": "b", "ALL_PROXY": "c", "NO_PROXY": "inside.example",
    ]
    let outside = try #require(URL(string: "http://shop.example/"))
    let inside = try #require(URL(string: "http://inside.example/"))
    let proxies = { ProxyEnvironment($0, environment: environment) }
    #expect(proxies(.environment).proxy(for: outside) == "a")
    #expect(proxies(.none).proxy(for: outside) == nil)
    #expect(proxies(.url("socks5://d")).proxy(for: outside) == "socks5://d")
    #expect(proxies(.url("socks5://d")).proxy(for: inside) == nil)
    #expect(proxies(.url("")).proxy(for: outside) == nil)
  }

  @Test(arguments: [
    "http://me:sesame@proxy:1", "me:sesame@proxy:1", "socks5h://sesame@proxy", "me:ses@ame@proxy",
    "http://me:se://sesame@proxy", "me:sesame@proxy://x", "sesame:x@[::1",
  ])
  func noPasswordIsShown(_ proxy: String) {
    let proxies = ProxyEnvironment(["http_proxy": proxy, "no_proxy": "x"])
    let shown = [
      "\(proxies)", "\(proxies.settings)", ProxyEnvironment.redacted(proxy),
      "\(CurlConfiguration(proxy: .url(proxy)))",
      String(reflecting: CurlConfiguration(proxy: .url(proxy))),
    ]
    #expect(shown.allSatisfy { !$0.contains("ses") && !$0.contains("ame") && $0.contains("…@") })
  }
}
