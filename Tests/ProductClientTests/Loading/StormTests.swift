import Foundation
import Testing

@testable import ProductClientTesting

/// The actions of the random schedules, on real threads and sockets. For the thread sanitizer, and
/// for what no schedule foresees.
@Suite(.timeLimit(.minutes(15)))
struct StormTests {
  /// `Scripts/prove` asks for more.
  static let count =
    ProcessInfo.processInfo.environment["PRODUCT_CLIENT_STORM_LOADS"]
    .flatMap { Int($0) } ?? 3000

  @Test func everyLoadOfAStormDeliversOnceAndNothingIsAlive() async throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    let storm = Storm(seed: seed, count: Self.count)
    try await storm.run()
    let often = storm.deliveries.perLoad.enumerated().filter { $0.element != 1 }
    #expect(often.isEmpty, "seed \(seed): \(often.prefix(10))")
    #expect(storm.strange.value.isEmpty, "seed \(seed): \(storm.strange.value.prefix(5))")
    try await storm.captures.wait { $0 == 0 }
    let expected: Set = [
      "ok", "cancelled", "transfer", "status", "notFound", "undecodable", "timedOut",
    ]
    #expect(Set(storm.deliveries.codes.keys) == expected, "seed \(seed)")
    print("storm: \(storm.plan.total) loads, \(storm.deliveries.codes)")
  }
}
