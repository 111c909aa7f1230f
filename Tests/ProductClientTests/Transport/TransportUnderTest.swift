import Foundation
import ProductClient
import ProductClientTesting
import Testing

/// The transports that ``TransportConformanceTests`` hold against the contract of `Transport`.
enum TransportUnderTest: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case curl
  case urlSession

  /// A sentence of the contract that some transport cannot keep, wherever that is so.
  enum Rule: Sendable {
    case headerLimitWhileArriving
    case repeatedFieldsInOrder
    case brokenHeadIsAnError
    case connectTimeout
    case trailersAreNoFields
  }

  /// Everything but the transports that cannot keep the rule; why they cannot stands in
  /// ``exclusions``.
  static func keeping(_ rule: Rule? = nil) -> [TransportUnderTest] {
    underTest.filter { transport in
      !exclusions.contains { $0.transport == transport && $0.rule == rule }
    }
  }

  /// All of them, unless the environment says that FoundationNetworking is to stay out. `Scripts/test`
  /// does for the address sanitizer, which would report what that leaks with each exchange.
  static var underTest: [TransportUnderTest] {
    let isCurlOnly = ProcessInfo.processInfo.environment["PRODUCT_CLIENT_CURL_ONLY"] != nil
    return isCurlOnly ? [.curl] : allCases
  }

  var testDescription: String { rawValue }

  func make() -> any Transport {
    switch self {
    case .curl: CurlTransport(configuration: CurlConfiguration(proxy: .none))
    case .urlSession: URLSessionTransport()
    }
  }
}

struct Exclusion: Sendable {
  let transport: TransportUnderTest
  let rule: TransportUnderTest.Rule
  let reason: String
}

extension TransportUnderTest {
  /// What is not held against a transport, and why. `Docs/Transports.md` tells users.
  static let exclusions: [Exclusion] = [
    Exclusion(
      transport: .urlSession, rule: .headerLimitWhileArriving,
      reason: "URLSession hands the head over only when it is whole"),
    Exclusion(
      transport: .urlSession, rule: .repeatedFieldsInOrder,
      reason: "HTTPURLResponse keeps fields in a dictionary"),
    Exclusion(
      transport: .urlSession, rule: .brokenHeadIsAnError,
      reason: "FoundationNetworking ends the process: Transfer completed, but there's no response"),
    Exclusion(
      transport: .urlSession, rule: .trailersAreNoFields,
      reason: "FoundationNetworking ends the process: Transfer completed, but there's no response"),
    Exclusion(
      transport: .urlSession, rule: .connectTimeout,
      reason: "URLSession has no time for the connection apart from the whole"),
  ]
}

/// Runs the body against a server with the script, and stops the server.
func withFixtureServer<Result>(
  _ script: FixtureScript, _ body: (FixtureServer) async throws -> Result
) async throws -> Result {
  let server = try await FixtureServer.start(script)
  do {
    let result = try await body(server)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

extension Transport {
  /// The error that the exchange ends with; nil when it ends with a response.
  func error(of request: HTTPRequest) async -> LoadError? {
    do throws(LoadError) {
      _ = try await perform(request)
      return nil
    } catch {
      return error
    }
  }
}

extension FixtureScript {
  /// A script with one route, `/`.
  static func answering(_ first: FixtureReply) -> FixtureScript {
    var script = FixtureScript()
    script.on("/", first)
    return script
  }
}
