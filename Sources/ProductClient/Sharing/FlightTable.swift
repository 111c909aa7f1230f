/// Which loads wait for which flight. Pure: no lock, no task is started or stopped here.
///
/// A *flight* is one run through the stages behind resolving, for all the loads that ask for the
/// same at the same time. It ends when it lands, for all of them; or when the last one leaves.
struct FlightTable<Waiter: AnyObject & Sendable>: Sendable {
  /// Tells flights apart. Two with the same key never fly at once, but one may follow another that
  /// was left and is still on its way down: the number tells those apart.
  struct Flight: Hashable, Sendable {
    enum Key: Hashable, Sendable {
      /// Open to everybody who asks for the same.
      case request(HTTPRequest)
      /// For one load alone.
      case alone(Int)
    }

    let key: Key
    let number: Int

    /// The same, where it is that of the load that the flight was begun for.
    var loadNumber: LoadNumber { LoadNumber(UInt64(truncatingIfNeeded: number)) }
  }

  struct Passenger: Sendable {
    let waiter: Waiter
    /// Whether the flight was begun for it, and not for another.
    let isFirst: Bool
    let terms: FlightTerms
  }

  private struct Entry: Sendable {
    let number: Int
    var passengers: [Passenger]
    /// nil until the work has begun.
    var work: Task<Void, Never>?
    var progress = FlightProgress()
    /// What its exchange waits for, if it does.
    var wait: ExchangeWait?
    /// What watches the load that it was begun for.
    let leader: LoadObservation?
  }

  private var entries: [Flight.Key: Entry] = [:]
  private var lastNumber = 0

  /// How many flights there are.
  var count: Int { entries.count }

  enum Boarding: Equatable, Sendable {
    /// Indicates that there was no such flight: its work is to be begun.
    case begin(Flight)
    /// Indicates that the flight was there.
    case joined(Flight)
  }

  /// Adds a waiter to the flight for the request, or to a new one.
  ///
  /// - Parameters:
  ///   - number: What a new one goes by; nil: the next number of this table.
  ///   - leader: What watches a load that begins a new one.
  mutating func board(
    _ waiter: Waiter, for request: HTTPRequest, shares: Bool, terms: FlightTerms = FlightTerms(),
    number: Int? = nil, leader: LoadObservation? = nil
  ) -> Boarding {
    let next = number ?? lastNumber + 1
    let key: Flight.Key = shares ? .request(request) : .alone(next)
    if let number = entries[key]?.number {
      entries[key]?.passengers.append(Passenger(waiter: waiter, isFirst: false, terms: terms))
      return .joined(Flight(key: key, number: number))
    }
    lastNumber = next
    let first = Passenger(waiter: waiter, isFirst: true, terms: terms)
    entries[key] = Entry(number: lastNumber, passengers: [first], leader: leader)
    return .begin(Flight(key: key, number: lastNumber))
  }

  /// Keeps the work, to stop it when nobody waits any more. Returns whether the flight is still
  /// there; when it is not, the work has ended or nobody wants it.
  mutating func keep(_ work: Task<Void, Never>, of flight: Flight) -> Bool {
    guard entries[flight.key]?.number == flight.number else { return false }
    entries[flight.key]?.work = work
    return true
  }

  /// Removes a waiter; nothing changes if it is not there. Returns the work that is to be stopped
  /// when it was the last: then whoever asks next gets a new flight.
  mutating func leave(_ waiter: Waiter, from flight: Flight) -> Task<Void, Never>? {
    guard entries[flight.key]?.number == flight.number,
      let index = entries[flight.key]?.passengers.firstIndex(where: { $0.waiter === waiter })
    else { return nil }
    // In place: a copy of all passengers for each that leaves would cost many that leave dearly.
    entries[flight.key]?.passengers.remove(at: index)
    guard entries[flight.key]?.passengers.isEmpty == true else { return nil }
    return entries.removeValue(forKey: flight.key)?.work
  }

  /// What those who wait ask for, taken together.
  func terms(of flight: Flight) -> FlightTerms {
    let passengers = entry(of: flight)?.passengers ?? []
    guard let first = passengers.first?.terms else { return FlightTerms() }
    return passengers.dropFirst().reduce(first) { $0.joined(by: $1.terms) }
  }

  /// What watches the load that the flight was begun for; nil when it has ended, too.
  func leader(of flight: Flight) -> LoadObservation? {
    entry(of: flight)?.leader
  }

  /// How far the flight has come; nil when it has ended. An attempt that has sent
  /// nothing yet is none.
  func progress(of flight: Flight) -> FlightProgress? {
    guard let entry = entry(of: flight) else { return nil }
    var progress = entry.progress
    if let wait = entry.wait { progress.attempts = wait.attempts }
    return progress
  }

  mutating func note(_ progress: FlightProgress, of flight: Flight) {
    guard entry(of: flight) != nil else { return }
    entries[flight.key]?.progress = progress
  }

  mutating func note(_ wait: ExchangeWait?, of flight: Flight) {
    guard entry(of: flight) != nil else { return }
    entries[flight.key]?.wait = wait
  }

  /// Somebody with this priority waits for the flight. Returns the wait that is to be raised; nil
  /// where there is none, or it is known to matter as much.
  mutating func raise(_ flight: Flight, to priority: LoadPriority) -> ExchangeWait? {
    guard let wait = entry(of: flight)?.wait, wait.priority < priority else { return nil }
    entries[flight.key]?.wait?.priority = priority
    return wait
  }

  private func entry(of flight: Flight) -> Entry? {
    entries[flight.key].flatMap { $0.number == flight.number ? $0 : nil }
  }

  /// Ends the flight. Returns who waits, in the order in which they came; nobody if all had left.
  ///
  /// - Parameter turn: When it would have been the flight's turn, where it ends for that. Somebody
  ///   who is ready to wait until then may have come meanwhile: then nil is returned, and the flight
  ///   begins anew.
  mutating func land(_ flight: Flight, for turn: Moment? = nil) -> [Passenger]? {
    guard let entry = entry(of: flight) else { return [] }
    if let turn, entry.passengers.contains(where: { $0.terms.waits(beyond: turn) }) {
      entries[flight.key]?.progress = FlightProgress()
      return nil
    }
    return entries.removeValue(forKey: flight.key)?.passengers ?? []
  }
}
