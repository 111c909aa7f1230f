import Foundation
import Testing

@testable import ProductClient

/// How a credential is written into a field.
@Suite(.timeLimit(.minutes(1)))
struct CredentialTests {
  @Test(arguments: [
    (Credential.bearer("mF_9.B5f-4.1JqM"), "Bearer mF_9.B5f-4.1JqM"),
    (.bearer(" a "), "Bearer  a"),
    // RFC 7617 §2 and §2.1.
    (
      .basic(user: "Aladdin", password: "open sesame"),
      "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
    ),
    (.basic(user: "test", password: "123£"), "Basic dGVzdDoxMjPCow=="),
    (.basic(user: "", password: ""), "Basic Og=="),
    (.basic(user: "user", password: "a:b:c"), "Basic dXNlcjphOmI6Yw=="),
  ])
  func aCredentialIsAnAuthorization(_ credential: Credential, _ value: String) throws {
    let field = try credential.sent
    #expect(field.name == "Authorization")
    #expect(field.value == value)
    #expect(field.isMarked)
  }

  @Test func aFieldIsSentAsItIsAndIsASecret() throws {
    let field = try Credential.field(#require(HTTPField(name: "X-Shop", value: "sesame"))).sent
    #expect(field.name == "X-Shop")
    #expect(field.value == "sesame")
    #expect(field.isSecret)
  }

  @Test(arguments: [
    (Credential.bearer(""), "its token is empty or holds a control character"),
    (.bearer("sesame\r\nEvil: 1"), "its token is empty or holds a control character"),
    (.bearer("sesame\0"), "its token is empty or holds a control character"),
    (.basic(user: "a:b", password: "sesame"), "its user holds a colon"),
    (.basic(user: "a:\u{301}b", password: "sesame"), "its user holds a colon"),
    (.basic(user: "a\n", password: "sesame"), "its user or password holds a control character"),
    (.basic(user: "a", password: "\tsesame"), "its user or password holds a control character"),
    (.basic(user: "a", password: "s\u{7F}"), "its user or password holds a control character"),
    (.basic(user: "a", password: "s\u{85}"), "its user or password holds a control character"),
  ])
  func whatCannotBeWrittenIsRefused(_ credential: Credential, _ reason: String) {
    #expect(throws: ProviderFault.unusable(reason)) { try credential.sent }
  }

  @Test func aFixedCredentialIsForTheOriginsThatAreNamed() async throws {
    let credential = Credential.bearer("sesame")
    let provider = FixedAuthorization(
      credential,
      for: [
        try #require(URL(string: "HTTPS://Shop.example:443/products/")),
        try #require(URL(string: "http://127.0.0.1:8080")),
      ])
    for origin in ["https://shop.example", "http://127.0.0.1:8080"] {
      let url = try #require(URL(string: origin))
      #expect(provider.credential(for: url, replacing: nil) == credential)
      #expect(provider.credential(for: url, replacing: credential) == nil)
    }
    for origin in ["http://shop.example", "https://shop.example:444", "https://www.shop.example"] {
      let url = try #require(URL(string: origin))
      #expect(provider.credential(for: url, replacing: nil) == nil)
    }
  }
}
