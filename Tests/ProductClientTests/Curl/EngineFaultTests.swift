import Foundation
import Testing

@testable import ProductClient

/// What the engine fails for by itself says nothing of a server.
@Suite(.timeLimit(.minutes(1)))
struct EngineFaultTests {
  private func error(_ fault: EngineFault) throws -> LoadError {
    fault.loadError(for: HTTPRequest(url: try shopURL(1)))
  }

  @Test(arguments: [
    EngineFault.broken("no descriptor"), .broken("no such option", isLasting: true),
    .insecure("no pin"), .shutDown,
  ])
  func itDoesNotCountAgainstTheServersCircuit(_ fault: EngineFault) throws {
    #expect(TrafficTable.Report.of(try error(fault)) == .nothing)
  }

  /// Memory and descriptors may be there again; an option that libcurl does not know will not be.
  @Test(arguments: [
    (EngineFault.broken("no descriptor"), true),
    (.broken("no such option", isLasting: true), false),
    (.insecure("no pin"), false), (.shutDown, false),
  ])
  func itIsTriedAgainWhereThatMayHelp(_ fault: EngineFault, _ isRetriable: Bool) throws {
    #expect(RetryPolicy().isRetriable(try error(fault)) == isRetriable)
  }

  @Test func aProxyThatLibcurlCannotUseIsNoFaultOfTheServer() async throws {
    let transport = CurlTransport(
      configuration: CurlConfiguration(proxy: .url("foo://127.0.0.1:1")))
    let error = try #require(await transport.error(of: HTTPRequest(url: try shopURL(1))))
    #expect(error.code == "connect")
    #expect(TrafficTable.Report.of(error) == .nothing)
    #expect(!RetryPolicy().isRetriable(error))
  }

  /// In a process of its own, which has no descriptor left.
  @Test func whereNoSocketIsToBeHadTheServerIsNotAtFault() async {
    await #expect(processExitsWith: .success) {
      let transport = CurlTransport(configuration: CurlConfiguration(proxy: .none))
      let request = HTTPRequest(url: try #require(URL(string: "http://127.0.0.1:1/")))
      let refused = try #require(await transport.error(of: request))
      #expect(TrafficTable.Report.of(refused).outcome == .failure)
      let taken = Self.takeAllDescriptors()
      // Given back before the process ends: the leak sanitizer needs some then.
      defer { for descriptor in taken { close(descriptor) } }
      let error = try #require(await transport.error(of: request))
      #expect(error.code == "connect")
      #expect(error.failure?.reason == "the process has no descriptor left")
      #expect(TrafficTable.Report.of(error) == .nothing)
      #expect(RetryPolicy().isRetriable(error))
    }
  }

  /// Of a small number, or it would take long and leave none for other processes.
  private static func takeAllDescriptors() -> [Int32] {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = min(limit.rlim_cur, 256)
    setrlimit(resource, &limit)
    var taken: [Int32] = []
    while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 {
      taken.append(descriptor)
    }
    return taken
  }

  @Test func aProxyThatIsNotThereCounts() async throws {
    let transport = CurlTransport(configuration: CurlConfiguration(proxy: .url("127.0.0.1:1")))
    let error = try #require(await transport.error(of: HTTPRequest(url: try shopURL(1))))
    #expect(error.code == "connect")
    #expect(TrafficTable.Report.of(error).outcome == .failure)
    #expect(RetryPolicy().isRetriable(error))
  }
}
