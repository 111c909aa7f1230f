import Testing

@testable import ProductClient

/// How long the slow ones of the last exchanges took.
@Suite(.timeLimit(.minutes(1)))
struct LatencyWindowTests {
  /// A window of exchanges that took 1 ms, 2 ms and so on, noted in no order.
  private static func window(_ count: Int) -> LatencyWindow {
    var window = LatencyWindow()
    for number in (1...count).reversed() { window.note(.milliseconds(number)) }
    return window
  }

  @Test(arguments: [
    (20, 0.95, 19), (20, 0.951, 20), (40, 0.95, 38), (100, 0.95, 95), (100, 0.07, 7),
    (100, 0.5, 50),
    (100, 1, 100), (100, 0, 1), (100, -1, 1), (100, 2, 100), (100, .infinity, 100),
    (100, -.infinity, 1), (100, .nan, 100),
  ])
  func aQuantileIs(_ count: Int, _ share: Double, _ milliseconds: Int) {
    #expect(Self.window(count).quantile(share) == .milliseconds(milliseconds))
  }

  @Test func fewerThanTwentySayNothing() {
    #expect(LatencyWindow().quantile(0.95) == nil)
    #expect(Self.window(19).quantile(0.95) == nil)
  }

  @Test func onlyTheLast128Count() {
    var window = Self.window(50)
    for _ in 1...128 { window.note(.seconds(1)) }
    #expect(window.quantile(0) == .seconds(1))
    for _ in 1...127 { window.note(.seconds(2)) }
    #expect(window.quantile(0) == .seconds(1))
    window.note(.seconds(2))
    #expect(window.quantile(0) == .seconds(2))
  }
}
