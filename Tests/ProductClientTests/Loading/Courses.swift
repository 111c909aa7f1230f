@testable import ProductClient

extension Course {
  /// A course for a stage by itself: those who wait for it ask for nothing, or for the given terms.
  init(terms: FlightTerms = FlightTerms()) {
    self.init(passengers: SilentPassengers(terms: terms))
  }
}

private final class SilentPassengers: Passengers {
  let terms: FlightTerms

  init(terms: FlightTerms) {
    self.terms = terms
  }

  func note(_ progress: FlightProgress) {}
  func note(_ wait: ExchangeWait?) {}
}
