import Foundation

/// Runs flights: one for all the loads of a loader that ask for the same at the same time.
///
/// Each load keeps its own queue, handler and cancel. A result, be it a failure, reaches all that
/// wait, in the order in which they came. Cancelling one leaves the others untouched; when the
/// last one leaves, the work is cancelled.
final class Flights: Sendable {
  typealias Work = @Sendable (Course) async -> Landing
  typealias Flight = FlightTable<Load>.Flight

  private let table = Lock(FlightTable<Load>())
  private let launch: Launch
  private let shares: Bool

  /// - Parameter shares: Whether loads share flights; otherwise each has its own.
  init(shares: Bool, launch: Launch) {
    self.shares = shares
    self.launch = launch
  }

  /// Gives the load a seat, and begins the work if no flight for the request was under way.
  ///
  /// The work may end, and settle the load, before this returns.
  func board(_ load: Load, for request: HTTPRequest, _ work: @escaping Work) {
    let observation = load.observation
    let (boarding, leader, wait) = table.withLock { table in
      let boarding = table.board(
        load, for: request, shares: shares, terms: load.terms,
        number: Int(truncatingIfNeeded: load.number.value), leader: observation)
      guard case .joined(let flight) = boarding else {
        return (boarding, LoadObservation?.none, ExchangeWait?.none)
      }
      let leader = observation == nil ? nil : table.leader(of: flight)
      return (boarding, leader, table.raise(flight, to: load.terms.priority))
    }
    switch boarding {
    case .begin(let flight):
      // Seated first: once the work is under way, a cancel finds a seat to leave.
      load.board(Seat(flights: self, flight: flight, url: request.url))
      observation?.boarded(flight.loadNumber, for: request.url, behind: nil)
      begin(
        flight, observation.map { FlightObservation(begunBy: $0, for: request.url) }, work)
    case .joined(let flight):
      load.board(Seat(flights: self, flight: flight, url: request.url))
      wait?.raise(load.terms.priority)
      observation?.boarded(flight.loadNumber, for: request.url, behind: leader)
    }
  }

  private func begin(
    _ flight: Flight, _ observation: FlightObservation?, _ work: @escaping Work
  ) {
    let passengers = FlightPassengers(flights: self, flight: flight)
    let task = launch.begin {
      let course = Course(passengers: passengers, observation: observation)
      while !self.land(flight, await work(course)) {}
    }
    if !table.withLock({ $0.keep(task, of: flight) }) { task.cancel() }
  }

  /// Returns false when there is somebody for whom the flight has to go on.
  // Inlined, it would make the frame of every flight larger.
  @inline(never)
  private func land(_ flight: Flight, _ landing: Landing) -> Bool {
    guard let passengers = table.withLock({ $0.land(flight, for: landing.turn) }) else {
      return false
    }
    for passenger in passengers {
      var landing = landing
      landing.metrics.isShared = !passenger.isFirst
      landing.flight = flight.loadNumber
      passenger.waiter.settle(landing)
    }
    return true
  }

  /// Gives the seat up. Returns how far the flight had come; nil when it has landed.
  func leave(_ load: Load, from flight: Flight) -> FlightProgress? {
    let (progress, work) = table.withLock { table in
      (table.progress(of: flight), table.leave(load, from: flight))
    }
    work?.cancel()
    return progress
  }

  fileprivate func terms(of flight: Flight) -> FlightTerms {
    table.withLock { $0.terms(of: flight) }
  }

  fileprivate func note(_ progress: FlightProgress, of flight: Flight) {
    table.withLock { $0.note(progress, of: flight) }
  }

  fileprivate func note(_ wait: ExchangeWait?, of flight: Flight) {
    let raised = table.withLock { table -> (wait: ExchangeWait, priority: LoadPriority)? in
      table.note(wait, of: flight)
      guard wait != nil else { return nil }
      // Somebody may have joined since it was asked what matters.
      let priority = table.terms(of: flight).priority
      return table.raise(flight, to: priority).map { ($0, priority) }
    }
    if let raised { raised.wait.raise(raised.priority) }
  }
}

/// Those who wait for one flight.
private final class FlightPassengers: Passengers {
  private let flights: Flights
  private let flight: Flights.Flight

  init(flights: Flights, flight: Flights.Flight) {
    self.flights = flights
    self.flight = flight
  }

  var terms: FlightTerms { flights.terms(of: flight) }

  func note(_ progress: FlightProgress) {
    flights.note(progress, of: flight)
  }

  func note(_ wait: ExchangeWait?) {
    flights.note(wait, of: flight)
  }
}

/// A load's place on a flight.
struct Seat: Sendable {
  let flights: Flights
  let flight: Flights.Flight

  /// What the flight asks for.
  let url: URL

  /// Gives the place up; the last one's ends the flight. Harmless when the flight has landed.
  /// Returns how far it had come.
  @discardableResult
  func leave(_ load: Load) -> FlightProgress? {
    flights.leave(load, from: flight)
  }
}
