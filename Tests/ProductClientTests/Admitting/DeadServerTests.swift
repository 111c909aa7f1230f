import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// A server that is down is left alone, but for a probe now and then, until it is back.
@Suite(.timeLimit(.minutes(1)))
struct DeadServerTests {
  private static let lanes = 16
  private let clock = VirtualClock()
  private let isDown = Observed(true)

  @Test func theCircuitHoldsTrafficToProbes() async throws {
    var script = FixtureScript()
    script.otherwise { [isDown] request in
      let product = FixtureReply.product(String(request.path.dropFirst()), named: "Thing")
      return isDown.value ? product.with(.resetBeforeHead) : product
    }
    let server = try await FixtureServer.start(script)
    let loader = ProductLoader.from(server, configuration: configuration)

    var codes = await load(2000, with: loader)
    // Twenty open the circuit; as many as are under way by then come through.
    #expect(server.requestCount <= 20 + Self.lanes)
    #expect(codes["circuitOpen", default: 0] >= 2000 - 20 - Self.lanes)
    #expect(codes["ok"] == nil)

    for probe in 1...3 {
      let before = server.requestCount
      clock.advance(by: .seconds(60))
      codes = await load(500, with: loader)
      #expect(server.requestCount == before + 1, "probe \(probe)")
      #expect(codes == ["transfer": 1, "circuitOpen": 499], "probe \(probe)")
    }

    isDown.update { $0 = false }
    clock.advance(by: .seconds(60))
    #expect(await load(1, with: loader) == ["ok": 1])
    #expect(await load(500, with: loader) == ["ok": 500])
    await server.stop()
  }

  private var configuration: LoaderConfiguration {
    var configuration = LoaderConfiguration.patient
    configuration.traffic = Traffic(
      TrafficRules(maxInFlightPerOrigin: Self.lanes), clock: clock)
    return configuration
  }

  /// Loads so many, a few at a time, and returns how often each code came.
  private func load(_ count: Int, with loader: ProductLoader<Product>) async -> [String: Int] {
    await loader.products(withIDs: (0..<count).map { Product.ID($0) }, maxConcurrent: Self.lanes)
      .reduce(into: [:]) { codes, outcome in codes[outcome.result.code, default: 0] += 1 }
  }
}
