import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// A server that fails three times in ten costs retries, and no load.
@Suite(.timeLimit(.minutes(15)))
struct FaultyServerTests {
  /// `Scripts/prove` asks for more.
  static let count =
    ProcessInfo.processInfo.environment["PRODUCT_CLIENT_FAULTY_LOADS"].flatMap { Int($0) } ?? 2000

  @Test func everyLoadSucceedsAndAttemptsStayWithinTheBudget() async throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    let faulty = FaultyServer(seed: seed, count: Self.count)
    let figures = try await faulty.run()
    #expect(faulty.deliveries.codes == ["ok": Self.count], "seed \(seed): \(faulty.failures.value)")
    #expect(faulty.deliveries.perLoad.allSatisfy { $0 == 1 }, "seed \(seed)")
    // 0.6 a load, and the reserve of fifty for every ten seconds or part of them, as windows lie.
    let windows = Int(figures.elapsed / .seconds(10)) + 2
    let most = Self.count + Self.count * 6 / 10 + 50 * windows
    #expect(figures.attempts <= most, "seed \(seed)")
    // What goes once more on a new connection, because the one it had was dead, is no attempt.
    #expect(figures.requests <= figures.attempts + (figures.given["reset"] ?? 0), "seed \(seed)")
    print(
      "faulty server: \(Self.count) loads, \(figures.attempts) attempts, \(figures.requests) "
        + "requests, \(figures.given), in \(figures.elapsed)")
  }
}
