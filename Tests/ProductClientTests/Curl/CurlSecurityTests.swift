import CFaults
import Foundation
import ProductClient
import TestSupport
import Testing

/// TLS and HTTP/2 against a real nginx, with certificates made for the test.
@Suite(.timeLimit(.minutes(2)), .needsNginx, .needs("openssl"))
struct CurlSecurityTests {
  private let shop: SecureShop

  init() async throws {
    shop = try await SecureShop()
  }

  private func transport(
    version: CurlConfiguration.VersionPreference = .negotiated, maxConcurrent: Int = 256
  ) -> CurlTransport {
    var configuration = shop.configuration
    configuration.maxConcurrentExchanges = maxConcurrent
    configuration.version = version
    return CurlTransport(configuration: configuration)
  }

  @Test func aGoodCertificateIsAcceptedByNameAndByAddress() async throws {
    let transport = transport()
    for host in ["localhost", "127.0.0.1"] {
      let url = shop.nginx.url("1.json", on: .secure, host: host)
      let response = try await transport.perform(HTTPRequest(url: url))
      #expect(response.status == 200)
      #expect(response.metrics.tls != nil)
    }
  }

  @Test(arguments: [Nginx.Site.expired, .otherHost, .selfSigned])
  func aBadCertificateIsATLSErrorThatSaysWhy(_ site: Nginx.Site) async throws {
    let error = await transport().error(of: HTTPRequest(url: shop.nginx.url("1.json", on: site)))
    guard case .tls(let failure) = error else {
      Issue.record("not a TLS error: \(String(describing: error))")
      return
    }
    #expect(failure.reason.lowercased().contains("certificate"), "\(failure.reason)")
  }

  @Test func anAuthorityThatIsNotTrustedIsATLSError() async throws {
    let transport = CurlTransport(configuration: CurlConfiguration(proxy: .none))
    let error = await transport.error(of: HTTPRequest(url: shop.nginx.url("1.json", on: .secure)))
    #expect(error?.code == "tls")
  }

  @Test func aMissingAuthoritiesFileIsATLSErrorThatNamesIt() async throws {
    let transport = CurlTransport(
      configuration: CurlConfiguration(authorities: .file("/no/such/file.pem"), proxy: .none))
    let error = await transport.error(of: HTTPRequest(url: shop.nginx.url("1.json", on: .secure)))
    #expect(error?.code == "tls")
    #expect(error?.failure?.reason.contains("/no/such/file.pem") == true)
  }

  /// In a process of its own, whose libcurl has a folder of authorities beside the system's file.
  @Test(.needsFaults) func aFileOfAuthoritiesStandsInPlaceOfTheSystemsFolder() async {
    await #expect(processExitsWith: .success) {
      let shop = try await SecureShop()
      faults_trust_folder(try await shop.certificates.authoritiesFolder().path)
      let request = HTTPRequest(url: shop.nginx.url("1.json", on: .secure))
      let system = CurlTransport(configuration: CurlConfiguration(proxy: .none))
      #expect(try await system.perform(request).status == 200)
      // The folder's authority vouches for the server, the file's does not.
      var configuration = shop.configuration
      configuration.authorities = .file(shop.certificates.certificate(.selfSigned).path)
      let error = await CurlTransport(configuration: configuration).error(of: request)
      #expect(error?.code == "tls")
    }
  }

  @Test(.enabled(if: CurlLibrary.current.has("HTTP2")))
  func manyExchangesShareOneHTTP2Connection() async throws {
    let transport = transport()
    let url = shop.nginx.url("1.json", on: .secure)
    let versions = try await withThrowingTaskGroup(of: HTTPVersion?.self) { group in
      for _ in 0..<100 {
        group.addTask { try await transport.perform(HTTPRequest(url: url)).metrics.version }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(versions == [.http2])
    let log = try await shop.nginx.accessLog(atLeast: 100)
    #expect(Set(log.map(\.connection)).count == 1)
  }

  @Test func http1IsSpokenWhenAskedFor() async throws {
    let response = try await transport(version: .http1).perform(
      HTTPRequest(url: shop.nginx.url("1.json", on: .secure)))
    #expect(response.metrics.version == .http1_1)
  }

  /// Each handle of libcurl before 8.12 keeps its own sessions; ours share them.
  @Test func aNewConnectionTakesUpTheTLSSessionOfAnotherHandle() async throws {
    let transport = transport()
    let url = shop.nginx.url("1.json", on: .withoutKeepAlive)
    _ = try await transport.perform(HTTPRequest(url: url))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { _ = try await transport.perform(HTTPRequest(url: url)) }
      }
      try await group.waitForAll()
    }
    let log = try await shop.nginx.accessLog(atLeast: 5)
    #expect(log.map(\.sessionReused) == [false, true, true, true, true])
  }

  @Test func plainConnectionsAreReused() async throws {
    let transport = transport()
    let url = shop.nginx.url("1.json")
    var reused: [Bool?] = []
    for _ in 0..<3 {
      reused.append(try await transport.perform(HTTPRequest(url: url)).metrics.connectionReused)
    }
    #expect(reused == [false, true, true])
    #expect(Set(try await shop.nginx.accessLog(atLeast: 3).map(\.connection)).count == 1)
  }

  @Test func compressedFilesOfARealServerArrivePlain() async throws {
    let response = try await transport().perform(HTTPRequest(url: shop.nginx.url("gzip/1.json")))
    #expect(response.body == Array(#"{"id": "1", "name": "Lamp"}"#.utf8))
  }
}
