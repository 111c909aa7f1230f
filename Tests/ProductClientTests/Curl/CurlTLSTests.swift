import Foundation
import TestSupport
import Testing

@testable import ProductClient

/// Who we are, whom we trust and how old the protocol may be, against a real server.
@Suite(.timeLimit(.minutes(2)), .needsNginx, .needs("openssl"))
struct CurlTLSTests {
  private let shop: SecureShop

  init() async throws {
    shop = try await SecureShop()
  }

  private func outcome(
    on site: Nginx.Site, host: String = "localhost",
    _ change: (inout CurlConfiguration) -> Void = { _ in }
  ) async -> (status: Int?, error: LoadError?) {
    var configuration = shop.configuration
    change(&configuration)
    let url = shop.nginx.url("1.json", on: site, host: host)
    do {
      let transport = CurlTransport(configuration: configuration)
      return (try await transport.perform(HTTPRequest(url: url)).status, nil)
    } catch {
      return (nil, error)
    }
  }

  private func client(
    _ kind: Certificates.Kind, key: URL? = nil, password: String? = nil
  ) -> CurlConfiguration.ClientCertificate {
    CurlConfiguration.ClientCertificate(
      certificateFile: shop.certificates.certificate(kind).path,
      keyFile: (key ?? shop.certificates.key(kind)).path, keyPassword: password)
  }

  // MARK: - Client certificates

  @Test func aServerThatDemandsACertificateIsShownIt() async {
    let outcome = await outcome(on: .clientsOnly) { $0.clientCertificate = client(.good) }
    #expect(outcome.status == 200)
  }

  @Test func certificateAndKeyMayBeOneFile() async throws {
    let parts = [shop.certificates.certificate(.good), shop.certificates.key(.good)]
    let text = try parts.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    try shop.certificates.folder.write(text, to: "both.pem")
    let path = shop.certificates.folder("both.pem").path
    let outcome = await outcome(on: .clientsOnly) {
      $0.clientCertificate = .init(certificateFile: path)
    }
    #expect(outcome.status == 200)
  }

  /// nginx ends the handshake well and answers 400; other servers end the connection.
  @Test func withoutACertificateOrWithAWrongOneTheServerRefuses() async {
    #expect(await outcome(on: .clientsOnly).status == 400)
    let wrong = await outcome(on: .clientsOnly) { $0.clientCertificate = client(.selfSigned) }
    #expect(wrong.status == 400)
  }

  @Test func anEncryptedKeyNeedsItsPassword() async throws {
    let key = try await shop.certificates.encryptedKey()
    for (password, status) in [(Certificates.keyPassword, 200), ("wrong", nil), (nil, nil)] {
      let outcome = await outcome(on: .clientsOnly) {
        $0.clientCertificate = client(.good, key: key, password: password)
      }
      #expect(outcome.status == status)
      #expect(outcome.error?.code == (status == nil ? "tls" : nil))
      let reason = outcome.error?.failure?.reason
      #expect(reason.map { $0.contains("clientCertificate") } != false, "\(reason ?? "")")
      #expect(reason.map { $0.contains("wrong") && $0.contains("sesame") } != true)
    }
  }

  @Test func aKeyThatIsNotTheCertificatesIsATLSError() async {
    let outcome = await outcome(on: .clientsOnly) {
      $0.clientCertificate = client(.good, key: shop.certificates.key(.expired))
    }
    #expect(outcome.error?.code == "tls")
  }

  @Test func aFileOfTheClientCertificateThatIsMissingIsNamed() async {
    let missing = shop.certificates.folder("missing.pem").path
    let key = shop.certificates.key(.good).path
    let certificate = shop.certificates.certificate(.good).path
    for client in [
      CurlConfiguration.ClientCertificate(certificateFile: missing, keyFile: key),
      .init(certificateFile: certificate, keyFile: missing),
    ] {
      let outcome = await outcome(on: .clientsOnly) { $0.clientCertificate = client }
      #expect(outcome.error?.code == "tls")
      #expect(outcome.error?.failure?.reason.contains(missing) == true, "\(outcome)")
    }
  }

  @Test func thePasswordIsNeverShown() {
    var configuration = shop.configuration
    configuration.clientCertificate = client(.good, password: "open-sesame")
    var dumped = ""
    dump(configuration, to: &dumped)
    for text in ["\(configuration)", String(reflecting: configuration), dumped] {
      #expect(!text.contains("sesame"))
      #expect(text.contains("good.pem"))
    }
  }

  // MARK: - Public-key pins

  @Test func aKeyThatIsPinnedIsAcceptedAlsoAsOneOfSeveral() async throws {
    let right = try await shop.certificates.publicKeyPin(.good)
    let backup = try await shop.certificates.publicKeyPin(.otherHost)
    for pins in [[right], [backup, right], [right, backup], ["sha256//\(right)"]] {
      #expect(await outcome(on: .secure) { $0.publicKeyPins = ["localhost": pins] }.status == 200)
    }
    let shouted = await outcome(on: .secure) { $0.publicKeyPins = ["LOCALHOST.": [right]] }
    #expect(shouted.status == 200)
  }

  @Test(arguments: ["localhost", "LOCALHOST", "LocalHost."])
  func aKeyThatIsNotPinnedIsATLSErrorThatSaysWhatToDo(_ name: String) async throws {
    let wrong = try await shop.certificates.publicKeyPin(.otherHost)
    let outcome = await outcome(on: .secure) { $0.publicKeyPins = [name: [wrong]] }
    #expect(outcome.error?.code == "tls")
    #expect(outcome.error?.failure?.reason.contains("publicKeyPins") == true)
  }

  @Test func pinsOfOneHostDoNotHoldForAnotherOnTheSameTransport() async throws {
    var configuration = shop.configuration
    configuration.publicKeyPins = [
      "127.0.0.1": [try await shop.certificates.publicKeyPin(.otherHost)]
    ]
    let transport = CurlTransport(configuration: configuration)
    for _ in 0..<2 {
      let other = HTTPRequest(url: shop.nginx.url("1.json", on: .secure, host: "localhost"))
      let pinned = HTTPRequest(url: shop.nginx.url("1.json", on: .secure, host: "127.0.0.1"))
      #expect(await transport.error(of: other) == nil)
      #expect(await transport.error(of: pinned)?.code == "tls")
    }
  }

  /// A resumed session sends no certificate: the key is then that of the session.
  @Test func pinsHoldForResumedSessionsToo() async throws {
    let right = try await shop.certificates.publicKeyPin(.good)
    var configuration = shop.configuration
    configuration.publicKeyPins = ["localhost": [right]]
    let transport = CurlTransport(configuration: configuration)
    let url = shop.nginx.url("1.json", on: .withoutKeepAlive, host: "localhost")
    for _ in 0..<2 { _ = try await transport.perform(HTTPRequest(url: url)) }
    #expect(try await shop.nginx.accessLog(atLeast: 2).map(\.sessionReused) == [false, true])
  }

  @Test func aMalformedPinIsATLSErrorThatShowsIt() async {
    let outcome = await outcome(on: .secure) { $0.publicKeyPins = ["localhost": ["abc"]] }
    #expect(outcome.error?.code == "tls")
    #expect(outcome.error?.failure?.reason.contains("abc") == true)
  }

  // MARK: - Versions

  @Test func aServerThatIsTooOldIsATLSErrorThatSaysSo() async {
    let old = await outcome(on: .tls1_2Only) { $0.minimumTLS = .tls1_3 }
    #expect(old.error?.code == "tls")
    #expect(old.error?.failure?.reason.contains("minimumTLS") == true, "\(old)")
    #expect(await outcome(on: .tls1_2Only).status == 200)
    #expect(await outcome(on: .tls1_3Only) { $0.minimumTLS = .tls1_3 }.status == 200)
    #expect(await outcome(on: .tls1_3Only).status == 200)
  }

  @Test func aCertificateThatNobodyTrustsIsATLSErrorThatSaysHowToTrustIt() async {
    for authorities in [shop.configuration.authorities, .system] {
      let outcome = await outcome(on: .selfSigned) { $0.authorities = authorities }
      #expect(outcome.error?.code == "tls")
      #expect(outcome.error?.failure?.reason.contains("authorities") == true, "\(outcome)")
    }
  }
}
