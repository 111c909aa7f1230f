import Foundation
import ProductClient
import Testing

@testable import product_cli

/// `doctor`: what the program runs with.
@Suite(.timeLimit(.minutes(2)))
struct DoctorTests {
  @Test func itTellsTheVersionsItRunsWith() async throws {
    let run = try await CommandLineProgram.run("doctor")
    #expect(run.status == 0)
    #expect(run.output.contains(CurlLibrary.current.version))
    #expect(try run.output.contains(#require(CurlLibrary.current.tlsVersion)))
    #expect(run.output.contains("product-cli"))
    #expect(run.errors.isEmpty)
    #expect(run.lines.allSatisfy { $0.count < 100 })
  }

  @Test func passwordsOfProxiesAreNotShown() async throws {
    let run = try await CommandLineProgram.run(
      "doctor", environment: ["https_proxy": "http://me:secret@proxy.example:3128"])
    #expect(run.output.contains("http://…@proxy.example:3128"))
    #expect(!run.output.contains("secret"))
  }

  @Test(arguments: [
    ("http://proxy:1", "http://proxy:1"),
    ("me:pass@proxy:1", "…@proxy:1"),
    ("socks5://me:p@ss@proxy", "socks5://…@proxy"),
    ("", ""),
  ])
  func proxiesAreRedacted(proxy: String, shown: String) {
    #expect(ProxyEnvironment.redacted(proxy) == shown)
  }

  @Test func capitalsWithoutEffectAreTold() {
    let findings = ProxyEnvironment.findings(in: ["HTTP_PROXY": "http://a"])
    #expect(findings.map(\.verdict) == [.note])
    #expect(ProxyEnvironment.findings(in: [:]).map(\.name) == ["proxy"])
  }

  @Test(arguments: [["--version"], ["get", "--version"], ["doctor", "--version"]])
  func theVersionNamesLibcurl(arguments: [String]) async throws {
    let run = try await CommandLineProgram.run(arguments)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("product-cli \(ProductCLI.number) (libcurl "))
    #expect(run.output.contains(CurlLibrary.current.version))
  }

  @Test(arguments: ["get", "serve", "doctor", "demo"])
  func everyCommandHasHelp(command: String) async throws {
    let run = try await CommandLineProgram.run(command, "--help")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("OVERVIEW: "))
    #expect(run.errors.isEmpty)
  }
}
