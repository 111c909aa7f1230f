/// What sharing must come to: a model of its own, told what the schedule does, that knows which
/// loads wait for which exchange.
struct ExpectedFlights {
  struct Key: Hashable {
    let loader: Int
    let id: Int
  }

  struct Flight {
    let key: Key
    var waiting: [Int]
    /// The exchange begun for it, if any.
    var exchange: Int?
    /// How its exchange was made to end.
    var ending: Ending?
    /// Whether it can still be joined.
    var isOpen = true
  }

  private(set) var flights: [Flight] = []
  private var open: [Key: Int] = [:]

  /// The flight under way.
  func flight(_ key: Key) -> Int? {
    open[key]
  }

  /// A load asks: it joins the flight under way, or begins one. Returns the flight.
  mutating func ask(_ load: Int, _ key: Key) -> Int {
    if let flight = open[key] {
      flights[flight].waiting.append(load)
      return flight
    }
    flights.append(Flight(key: key, waiting: [load]))
    open[key] = flights.count - 1
    return flights.count - 1
  }

  /// An exchange begins. Returns its flight; nil if no load waits for it, or it has one already.
  mutating func begin(_ exchange: Int, _ key: Key) -> Int? {
    guard let flight = open[key], flights[flight].exchange == nil else { return nil }
    flights[flight].exchange = exchange
    return flight
  }

  mutating func end(_ flight: Int, _ ending: Ending) {
    flights[flight].ending = ending
  }

  /// Results reach loads: nobody joins any more.
  mutating func land(_ flight: Int) {
    flights[flight].waiting = []
    close(flight)
  }

  /// A load is cancelled. Returns whether it was the last.
  mutating func leave(_ load: Int, _ flight: Int) -> Bool {
    guard let index = flights[flight].waiting.firstIndex(of: load) else { return false }
    flights[flight].waiting.remove(at: index)
    guard flights[flight].waiting.isEmpty else { return false }
    close(flight)
    return true
  }

  private mutating func close(_ flight: Int) {
    guard flights[flight].isOpen else { return }
    flights[flight].isOpen = false
    open[flights[flight].key] = nil
  }
}
