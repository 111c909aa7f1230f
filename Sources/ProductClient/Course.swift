/// What a flight tells the stages that it runs through.
struct Course: Sendable {
  /// Which attempt it is, counted from 1.
  var attempt = 1
  /// What the loads that wait for the flight ask for, at this moment; they come and go.
  let terms: @Sendable () -> FlightTerms

  init(terms: @escaping @Sendable () -> FlightTerms = { FlightTerms() }) {
    self.terms = terms
  }
}

/// What the loads that wait for a flight ask for, taken together.
struct FlightTerms: Hashable, Sendable {
  /// The highest priority among them.
  var priority = LoadPriority.normal
  /// The latest moment at which one of them still waits; nil when one waits as long as it takes.
  var deadline: Moment?
}
