import Foundation
import TestSupport
import Testing

/// `get` from a real web server over TLS.
@Suite(.needsNginx, .needs("openssl"), .timeLimit(.minutes(2)))
struct SecureGetTests {
  @Test func theCertificateFileIsTrustedAndTheVersionIsChosen() async throws {
    let certificates = try await Certificates.make()
    let root = URL(fileURLWithPath: FixtureProducts.folder)
    let nginx = try await Nginx.start(serving: root, certificates: certificates)
    let url = nginx.url("lamp-walnut.json", on: .secure).absoluteString
    let arguments = [
      "get", "lamp-walnut", "--verbose",
      "--url-template", url.replacing("lamp-walnut", with: "{id}"),
    ]

    let untrusting = try await CommandLineProgram.run(arguments)
    #expect(untrusting.status == 1)
    #expect(untrusting.errors.contains(#""code":"tls""#))

    let trusting = arguments + ["--cacert", certificates.authority.path]
    let negotiated = try await CommandLineProgram.run(trusting)
    #expect(negotiated.status == 0)
    #expect(try ProductLine.decode(negotiated.output).id == "lamp-walnut")
    #expect(negotiated.errors.contains("HTTP/2"))
    #expect(negotiated.errors.contains("tls "))

    let old = try await CommandLineProgram.run(trusting + ["--http1.1"])
    #expect(old.status == 0)
    #expect(old.errors.contains("HTTP/1.1"))
    await nginx.stop()
  }
}
