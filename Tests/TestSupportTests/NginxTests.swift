import Foundation
import TestSupport
import Testing

/// A server is what it says it is, seen with a client that is not ours.
@Suite(.needsNginx, .needs("curl"), .needs("openssl"), .timeLimit(.minutes(2)))
struct NginxTests {
  private let root: TemporaryFolder
  private let curl = Program("curl")

  init() throws {
    root = try TemporaryFolder()
    try root.write(#"{"id":"1"}"#, to: "products/1.json")
  }

  @Test func servesAFolderOverHTTP1() async throws {
    let nginx = try await Nginx.start(serving: root.url)
    let url = nginx.url("products/1.json").absoluteString
    let body = try await curl.succeed(["--disable", "--noproxy", "*", "-sS", url, url])
    #expect(body == #"{"id":"1"}{"id":"1"}"#)
    let log = try await nginx.accessLog(atLeast: 2)
    #expect(log.map(\.version) == ["HTTP/1.1", "HTTP/1.1"])
    #expect(log.map(\.requestOfConnection) == [1, 2])
    #expect(log.map(\.path) == ["/products/1.json", "/products/1.json"])
    #expect(log.allSatisfy { $0.site == .plain && $0.status == 200 && !$0.sessionReused })
    await nginx.stop()
    #expect(!accepts(port: UInt16(try #require(nginx.url().port))))
  }

  @Test func servesHTTP2OverTLS() async throws {
    let nginx = try await start()
    let finished = try await get(nginx, .secure, options: ["--http2"])
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(finished.output == #"{"id":"1"}"#)
    let log = try await nginx.accessLog(atLeast: 1)
    #expect(log.map(\.version) == ["HTTP/2.0"])
    #expect(log.first?.site == .secure)
    await nginx.stop()
  }

  @Test func resumesTLSSessionsOfConnectionsThatEnded() async throws {
    let nginx = try await start()
    let url = nginx.url("products/1.json", on: .withoutKeepAlive).absoluteString
    try await curl.succeed(
      ["--disable", "--noproxy", "*", "-sS", "--cacert", authority(of: nginx), url, url, url])
    let log = try await nginx.accessLog(atLeast: 3)
    #expect(Set(log.map(\.connection)).count == 3)
    #expect(log.map(\.sessionReused) == [false, true, true])
    await nginx.stop()
  }

  @Test func compressesWhereAsked() async throws {
    let nginx = try await Nginx.start(serving: root.url)
    let head = try await curl.succeed([
      "--disable", "--noproxy", "*", "-sS", "--compressed", "-o", "/dev/null", "-D", "-",
      nginx.url("gzip/products/1.json").absoluteString,
    ])
    #expect(head.lowercased().contains("content-encoding: gzip"))
    await nginx.stop()
  }

  @Test(arguments: [Nginx.Site.expired, .otherHost, .selfSigned])
  func showsCertificatesThatAClientMustRefuse(site: Nginx.Site) async throws {
    let nginx = try await start()
    #expect(try await get(nginx, site).status == 60)
    #expect(try await get(nginx, site, host: "localhost").status == 60)
    #expect(try await get(nginx, site, options: ["--insecure"]).status == 0)
    await nginx.stop()
  }

  @Test func showsACertificateThatAClientMustAccept() async throws {
    let nginx = try await start()
    #expect(try await get(nginx, .secure).status == 0)
    #expect(try await get(nginx, .secure, host: "localhost").status == 0)
    #expect(try await get(nginx, .withoutKeepAlive).status == 0)
    await nginx.stop()
  }

  @Test func endsWithTheLastReferenceToIt() async throws {
    var nginx: Nginx? = try await Nginx.start(serving: root.url)
    let port = UInt16(try #require(nginx?.url().port))
    #expect(accepts(port: port))
    nginx = nil
    try await waitUntil("nginx is gone") { !accepts(port: port) }
  }

  private func start() async throws -> Nginx {
    try await Nginx.start(serving: root.url, certificates: .make())
  }

  private func get(
    _ nginx: Nginx,
    _ site: Nginx.Site,
    host: String = "127.0.0.1",
    options: [String] = []
  ) async throws -> Program.Finished {
    let url = nginx.url("products/1.json", on: site, host: host).absoluteString
    return try await curl.run(
      ["--disable", "--noproxy", "*", "-sS", "--cacert", authority(of: nginx)] + options + [url]
    )
  }

  private func authority(of nginx: Nginx) throws -> String {
    try #require(nginx.certificates).authority.path
  }
}
