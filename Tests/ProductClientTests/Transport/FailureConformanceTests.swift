import Foundation
import ProductClient
import ProductClientTesting
import TestSupport
import Testing

/// Whatever breaks, breaks with the right word, and the next exchange works.
@Suite(.timeLimit(.minutes(2)))
struct FailureConformanceTests {
  @Test(
    arguments: TransportUnderTest.keeping(.brokenHeadIsAnError),
    [
      Fault.cutHead(afterBytes: 9), .cutHead(afterBytes: 30),
      .malformedHead(Array("\0\0\0\0\r\n\r\n".utf8)),
    ])
  func aBrokenHeadIsATransferErrorAndTheNextOneWorks(
    _ transport: TransportUnderTest, _ fault: Fault
  ) async throws {
    try await expectTransferErrorAndRecovery(transport, fault)
  }

  @Test(
    arguments: TransportUnderTest.keeping(),
    [
      Fault.resetBeforeHead, .cutHead(afterBytes: 0), .reset(afterBodyBytes: 0),
      .reset(afterBodyBytes: 5), .cut(afterBodyBytes: 0), .cut(afterBodyBytes: 5),
    ])
  func aBrokenConnectionIsATransferErrorAndTheNextOneWorks(
    _ transport: TransportUnderTest, _ fault: Fault
  ) async throws {
    try await expectTransferErrorAndRecovery(transport, fault)
  }

  private func expectTransferErrorAndRecovery(
    _ transport: TransportUnderTest, _ fault: Fault
  ) async throws {
    var script = FixtureScript()
    script.on("/", .json("[1, 2, 3]").with(fault))
    script.on("/next", .json("[4]"))
    try await withFixtureServer(script) { server in
      let subject = transport.make()
      let error = await subject.error(of: HTTPRequest(url: server.url("/")))
      #expect(error?.code == "transfer")
      let next = try await subject.perform(HTTPRequest(url: server.url("/next")))
      #expect(next.body == Array("[4]".utf8))
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func aConnectionResetOnAcceptIsAnError(_ transport: TransportUnderTest) async throws {
    var script = FixtureScript.answering(.json("{}"))
    script.acceptances = [.reset]
    try await withFixtureServer(script) { server in
      let error = await transport.make().error(of: HTTPRequest(url: server.url("/")))
      #expect(error.map { ["transfer", "connect"].contains($0.code) } == true)
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func aRefusedConnectionIsAConnectError(_ transport: TransportUnderTest) async throws {
    let port = try #require(try freePorts(1).first)
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    let error = await transport.make().error(of: HTTPRequest(url: url))
    #expect(error?.code == "connect")
  }

  @Test(arguments: TransportUnderTest.keeping())
  func anUnknownHostIsAResolveError(_ transport: TransportUnderTest) async throws {
    let url = try #require(URL(string: "http://no-such-host.invalid/"))
    let error = await transport.make().error(of: HTTPRequest(url: url))
    #expect(error?.code == "resolve")
  }

  @Test(arguments: TransportUnderTest.keeping())
  func anErrorNamesTheURLWithoutItsSecrets(_ transport: TransportUnderTest) async throws {
    let port = try #require(try freePorts(1).first)
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/a?key=sesame#x"))
    let error = await transport.make().error(of: HTTPRequest(url: url))
    #expect(error?.failure?.url == "http://127.0.0.1:\(port)/a?key=…")
    #expect(error.map { "\($0)".contains("sesame") } == false)
  }
}
