import Foundation
import Testing

@testable import ProductClient

/// Which URLs are loaded from, and that no secret is shown of one.
@Suite(.timeLimit(.minutes(1)))
struct URLRulesTests {
  @Test(arguments: [
    "http://shop.example", "https://shop.example/", "HTTPS://SHOP.EXAMPLE/products/1.json",
    "http://127.0.0.1:8080/", "http://[::1]/", "http://[::1]:8080/p?x=1", "http://localhost/",
    "http://bücher.example/größe?q=ä", "http://xn--bcher-kva.example/", "https://shop.example?id=7",
    "https://shop.example/a%20b", "https://shop.example/%0D%0AHost:%20evil", "http://h/@user:pass",
    "http://h/?to=http://u:p@other/", "http://h/#top", "http://h:/", "http://h:1/",
    "http://h:65535/", "http://h:0080/", "http://[::1]:/", "http://[fe80::1%25eth0]:80/",
    "http://h/a\\b", "http://h/:0", "http://h?:0", "http://h/[",
  ])
  func aURLThatMayBeLoadedFrom(_ text: String) throws {
    let url = try #require(URL(string: text))
    #expect(URLRules.fault(in: url) == nil)
  }

  @Test(arguments: [
    ("ftp://shop.example/1.json", "only http and https are loaded from, not ftp"),
    ("FILE:///etc/passwd", "only http and https are loaded from, not file"),
    ("data:application/json,{}", "only http and https are loaded from, not data"),
    ("gopher://shop.example/", "only http and https are loaded from, not gopher"),
    ("products/1.json", "it has no scheme"),
    ("//shop.example/1.json", "it has no scheme"),
    ("http://", "it names no host"),
    ("http:///1.json", "it names no host"),
    ("https:shop.example", "it names no host"),
    ("http://user:sesame@h/", "it carries user information; send credentials in a field instead"),
    ("http://user@h/", "it carries user information; send credentials in a field instead"),
    ("http://:80/", "it names no host"),
    ("http://?x", "it names no host"),
    ("http://:sesame@h/", "it carries user information; send credentials in a field instead"),
    ("http://@h/", "it carries user information; send credentials in a field instead"),
    ("http://h\\@evil/", "it carries user information; send credentials in a field instead"),
    ("http://ho%0Ast/", "its host is percent-encoded"),
    ("http://ho%20st/", "its host is percent-encoded"),
    ("http://host%00.evil.example/", "its host is percent-encoded"),
    ("http://ho%7Fst/", "its host is percent-encoded"),
    ("http://h:0/", "its port is no number from 1 to 65535"),
    ("http://h:65536/", "its port is no number from 1 to 65535"),
    ("http://h:99999999999999999999", "its port is no number from 1 to 65535"),
    ("http://[::1]:65536/", "its port is no number from 1 to 65535"),
    ("http://[evil]/", "its host is in brackets and no IPv6 address"),
    ("http://[v1.fe80::a]/", "its host is in brackets and no IPv6 address"),
    ("http://[127.0.0.1]/", "its host is in brackets and no IPv6 address"),
  ])
  func aURLThatMayNot(_ text: String, _ fault: String) throws {
    let url = try #require(URL(string: text))
    #expect(URLRules.fault(in: url) == fault)
  }

  /// Foundation makes no URL of these today, or encodes what is wrong; the rules do not count on it.
  @Test(arguments: [
    ("http://good.example\\.evil.example/", "its host holds a backslash"),
    ("http://h\t/", "it holds white space or control characters"),
    ("http://h/a\nb", "it holds white space or control characters"),
    ("ht\ttp://h/", "it holds white space or control characters"),
    ("http://h/ b", "it holds white space or control characters"),
    ("http://h:8a/", "its port is no number from 1 to 65535"),
    ("http://h:+80/", "its port is no number from 1 to 65535"),
    ("http://h:-1/", "its port is no number from 1 to 65535"),
    ("http://h:80:90/", "its port is no number from 1 to 65535"),
    ("http://::1/", "it names no host"),
    ("http://2001:db8::1/", "its port is no number from 1 to 65535"),
    ("http://[::1]evil/", "its host goes on after its bracket"),
    ("http://[::1", "its host lacks a bracket"),
    ("HtTp://h:0", "its port is no number from 1 to 65535"),
  ])
  func aTextThatMayNot(_ text: String, _ fault: String) {
    #expect(URLRules.fault(inText: text) == fault)
  }

  @Test func aURLRelativeToAnotherIsHeldAgainstTheRulesAsAWhole() throws {
    let good = try #require(URL(string: "http://shop.example/products/"))
    let bad = try #require(URL(string: "http://user:sesame@shop.example/products/"))
    let inGood = try #require(URL(string: "1.json?key=sesame", relativeTo: good))
    let inBad = try #require(URL(string: "1.json", relativeTo: bad))
    #expect(URLRules.fault(in: inGood) == nil)
    #expect(URLRules.redacted(inGood) == "http://shop.example/products/1.json?key=…")
    #expect(URLRules.fault(in: inBad)?.contains("user information") == true)
    #expect(URLRules.redacted(inBad) == "http://shop.example/products/1.json")
  }

  @Test(arguments: [
    ("http://shop.example", "http://shop.example"),
    ("http://shop.example:8080/a/b.json", "http://shop.example:8080/a/b.json"),
    ("http://user:sesame@shop.example/", "http://shop.example/"),
    ("http://:sesame@shop.example/", "http://shop.example/"),
    ("http://sesame@shop.example:81/", "http://shop.example:81/"),
    ("http://h/?key=sesame", "http://h/?key=…"),
    ("http://h/?a=sesame&b=sesame", "http://h/?a=…&b=…"),
    ("http://h/?a=sesame=sesame", "http://h/?a=…"),
    ("http://h/?a=&b=", "http://h/?a=…&b=…"),
    ("http://h/?a=1;b=sesame", "http://h/?a=…"),
    ("http://h/?sesame", "http://h/?…"),
    ("http://h/?sesame&a=1", "http://h/?…&a=…"),
    ("http://h/?=sesame", "http://h/?=…"),
    ("http://h/?", "http://h/?"),
    ("http://h/?a=1&&b=2", "http://h/?a=…&&b=…"),
    ("http://h/a#sesame", "http://h/a"),
    ("http://h/a%20b%0D%0A", "http://h/a%20b%0D%0A"),
    ("http://[::1]:80/", "http://[::1]:80/"),
    ("http://[2001:db8::7]/", "http://[2001:db8::7]/"),
    ("http://bücher.example/ü", "http://xn--bcher-kva.example/%C3%BC"),
    ("http://ho%0Ast/", "http://ho?st/"),
    ("ftp://u:sesame@h/x", "ftp://h/x"),
  ])
  func noSecretIsShown(_ text: String, _ shown: String) throws {
    let url = try #require(URL(string: text))
    #expect(URLRules.redacted(url) == shown)
  }
}
