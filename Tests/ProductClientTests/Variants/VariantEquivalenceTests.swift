import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// However a product is asked for, the same outcome comes of the same events, and only one.
@Suite(.timeLimit(.minutes(1)))
struct VariantEquivalenceTests {
  @Test(arguments: Scenario.allCases, Variant.allCases)
  func everyVariantTellsTheSameAndOnce(_ scenario: Scenario, _ variant: Variant) async throws {
    let results = try await Self.results(of: scenario, through: variant)
    if variant.isSilent(in: scenario) {
      #expect(results.isEmpty)
      return
    }
    // All that an error tells is compared: URL, reason, numbers, place in the body.
    let reference = try await Self.results(of: scenario, through: .closure)
    #expect(results.map(\.code) == [scenario.code])
    #expect(results == reference)
  }

  private static func results(
    of scenario: Scenario, through variant: Variant
  ) async throws -> Variant.Run.Results {
    let stage = try await Stage(scenario)
    let run = variant.begin(
      stage.loader, id: "7", isCancelled: scenario == .cancelledBeforeStart)
    switch scenario {
    case .cancelledBeforeStart:
      run.cancel()
      #expect(variant.beginsInTheCall || stage.transport.requestCount == 0)
    case .cancelledInFlight:
      try await stage.transport.waitForRequests(count: 1)
      run.cancel()
    case .timeout:
      try await stage.clock.waitForSleepers(count: 1)
      stage.clock.advance(by: .seconds(30))
    default:
      break
    }
    let results = try await run.results()
    #expect(stage.transport.requestCount <= 1)
    return results
  }
}

/// What happens to a load.
enum Scenario: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case product, missing, problem, undecodable, brokenTransfer, timeout
  case invalidURL, shutDown, cancelledBeforeStart, cancelledInFlight

  var testDescription: String { rawValue }

  /// What the shop answers, where it comes to that.
  var reply: FixtureReply {
    switch self {
    case .product, .invalidURL, .shutDown: .product("7", named: "Lamp")
    case .missing: .status(404)
    case .problem: .problem(500, title: "Out of order")
    case .undecodable: .json(#"{"id": "7", "name": 7}"#)
    case .brokenTransfer: FixtureReply.product("7", named: "Lamp").with(.cut(afterBodyBytes: 3))
    case .timeout, .cancelledBeforeStart, .cancelledInFlight: FixtureReply.json("{}").with(.silence)
    }
  }

  var code: String {
    switch self {
    case .product: "ok"
    case .missing: "notFound"
    case .problem: "status"
    case .undecodable: "undecodable"
    case .brokenTransfer: "transfer"
    case .timeout: "timedOut"
    case .invalidURL: "invalidURL"
    case .shutDown: "shutDown"
    case .cancelledBeforeStart, .cancelledInFlight: "cancelled"
    }
  }
}

/// A loader to which it happens.
private struct Stage {
  let clock = VirtualClock()
  let transport: FixtureTransport
  let loader: ProductLoader<Product>

  init(_ scenario: Scenario) async throws {
    let url = try shopURL("7")
    var script = FixtureScript()
    script.on("/7", scenario.reply)
    transport = FixtureTransport(script, clock: clock)
    switch scenario {
    case .shutDown:
      let engine = CurlTransport.ownWithoutProxy()
      await engine.shutdown()
      loader = ProductLoader(transport: engine, configuration: .oneAttempt) { _ in url }
    case .invalidURL:
      loader = ProductLoader(transport: transport) { _ in throw CancellationError() }
    default:
      loader = ProductLoader(transport: transport, configuration: .oneAttempt) { _ in url }
    }
  }
}
