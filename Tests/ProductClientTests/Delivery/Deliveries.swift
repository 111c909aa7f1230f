import ProductClient

@testable import ProductClientTesting

/// How often each of many loads delivered, and what.
final class Deliveries: Sendable {
  private struct Counts: Sendable {
    var perLoad: [Int]
    var total = 0
    var codes: [String: Int] = [:]
  }

  private let counts: Observed<Counts>

  init(count: Int) {
    counts = Observed(Counts(perLoad: Array(repeating: 0, count: count)))
  }

  func add<Model>(_ number: Int, _ result: Result<Model, LoadError>) {
    let code = result.code
    counts.update { counts in
      counts.perLoad[number] += 1
      counts.total += 1
      counts.codes[code, default: 0] += 1
    }
  }

  func waitForTotal(of count: Int) async throws {
    try await counts.wait { $0.total >= count }
  }

  /// How often each load delivered.
  var perLoad: [Int] { counts.value.perLoad }
  /// How many results there were of each code; `ok` for a model.
  var codes: [String: Int] { counts.value.codes }
}
