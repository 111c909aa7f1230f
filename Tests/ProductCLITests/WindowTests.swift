import ProductClient
import Testing

@testable import product_cli

/// Loads that finish in any order are handed on as asked, and never too many are held back.
@Suite(.timeLimit(.minutes(1)))
struct WindowTests {
  @Test func resultsAreHandedOnAtOnceUnlessOrdered() {
    var window = Window<LoadOutcome<Product>>(width: 2, isOrdered: false)
    let (_, second) = (window.open(), window.open())
    #expect(window.room == 0)
    #expect(window.close(second, with: outcome("b")).map(\.id) == ["b"])
    #expect(window.room == 1)
  }

  @Test func earlierResultsAreWaitedFor() {
    var window = Window<LoadOutcome<Product>>(width: 3, isOrdered: true)
    let places = [window.open(), window.open(), window.open()]
    #expect(window.close(places[2], with: outcome("c")).isEmpty)
    #expect(window.close(places[0], with: outcome("a")).map(\.id) == ["a"])
    #expect(window.close(places[1], with: outcome("b")).map(\.id) == ["b", "c"])
  }

  @Test func aSlowLoadDoesNotFillTheMemory() {
    var window = Window<LoadOutcome<Product>>(width: 2, isOrdered: true)
    _ = window.open()
    var held = 0
    while window.room > 0 {
      held += 1
      _ = window.close(window.open(), with: outcome("x"))
    }
    #expect(held == 31)
  }

  private func outcome(_ id: Product.ID) -> LoadOutcome<Product> {
    LoadOutcome(id: id, result: .failure(.shutDown), metrics: LoadMetrics())
  }
}
