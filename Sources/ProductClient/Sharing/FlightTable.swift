/// Which loads wait for which flight. Pure: no lock, no task is started or stopped here.
///
/// A *flight* is one run through the stages behind resolving, for all the loads that ask for the
/// same at the same time. It ends when it lands, for all of them; or when the last one leaves.
struct FlightTable<Waiter: AnyObject & Sendable>: Sendable {
  /// Tells flights apart. Two for the same request are never open at once, but one may follow another
  /// that was left and is still on its way down: it has another number.
  struct Flight: Hashable, Sendable {
    let number: Int
    /// Where its entry is; another's when it has ended.
    let place: Int

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
    /// What others may come aboard for; nil: the flight is for one load alone.
    let request: HashedRequest?
    var passengers: [Passenger]
    /// nil until the work has begun.
    var work: Task<Void, Never>?
    var progress = FlightProgress()
    /// What its exchange waits for, if it does.
    var wait: ExchangeWait?
    /// What watches the load that it was begun for.
    let leader: LoadObservation?
  }

  /// By place. What has ended leaves its place to another: no table is to be searched for each step.
  private var entries: [Entry?] = []
  private var freePlaces: [Int] = []
  /// The flights that are open to everybody who asks for the same.
  private var open: [HashedRequest: Flight] = [:]
  private var lastNumber = 0

  /// How many flights there are.
  var count: Int { entries.count - freePlaces.count }

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
    let request = shares ? HashedRequest(request) : nil
    if let request, let flight = open[request] {
      let passenger = Passenger(waiter: waiter, isFirst: false, terms: terms)
      entries[flight.place]?.passengers.append(passenger)
      return .joined(flight)
    }
    lastNumber = number ?? lastNumber + 1
    let first = Passenger(waiter: waiter, isFirst: true, terms: terms)
    let place = seat(
      Entry(number: lastNumber, request: request, passengers: [first], leader: leader))
    let flight = Flight(number: lastNumber, place: place)
    if let request { open[request] = flight }
    return .begin(flight)
  }

  private mutating func seat(_ entry: Entry) -> Int {
    guard let place = freePlaces.popLast() else {
      entries.append(entry)
      return entries.count - 1
    }
    entries[place] = entry
    return place
  }

  /// nil when the flight has ended.
  private func place(of flight: Flight) -> Int? {
    guard entries.indices.contains(flight.place),
      entries[flight.place]?.number == flight.number
    else { return nil }
    return flight.place
  }

  /// Keeps the work, to stop it when nobody waits any more. Returns whether the flight is still
  /// there; when it is not, the work has ended or nobody wants it.
  mutating func keep(_ work: Task<Void, Never>, of flight: Flight) -> Bool {
    guard let place = place(of: flight) else { return false }
    entries[place]?.work = work
    return true
  }

  /// Removes a waiter; nothing changes if it is not there. Returns the work that is to be stopped
  /// when it was the last: then whoever asks next gets a new flight.
  mutating func leave(_ waiter: Waiter, from flight: Flight) -> Task<Void, Never>? {
    guard let place = place(of: flight),
      let index = entries[place]?.passengers.firstIndex(where: { $0.waiter === waiter })
    else { return nil }
    // In place: a copy of all passengers for each that leaves would cost many that leave dearly.
    entries[place]?.passengers.remove(at: index)
    guard entries[place]?.passengers.isEmpty == true else { return nil }
    return close(place)?.work
  }

  /// What those who wait ask for, taken together.
  func terms(of flight: Flight) -> FlightTerms {
    let passengers = place(of: flight).flatMap { entries[$0]?.passengers } ?? []
    guard let first = passengers.first?.terms else { return FlightTerms() }
    return passengers.dropFirst().reduce(first) { $0.joined(by: $1.terms) }
  }

  /// What watches the load that the flight was begun for; nil when it has ended, too.
  func leader(of flight: Flight) -> LoadObservation? {
    place(of: flight).flatMap { entries[$0]?.leader }
  }

  /// How far the flight has come; nil when it has ended. An attempt that has sent
  /// nothing yet is none.
  func progress(of flight: Flight) -> FlightProgress? {
    guard let place = place(of: flight), let entry = entries[place] else { return nil }
    var progress = entry.progress
    if let wait = entry.wait { progress.attempts = wait.attempts }
    return progress
  }

  mutating func note(_ progress: FlightProgress, of flight: Flight) {
    if let place = place(of: flight) { entries[place]?.progress = progress }
  }

  mutating func note(_ wait: ExchangeWait?, of flight: Flight) {
    if let place = place(of: flight) { entries[place]?.wait = wait }
  }

  /// Somebody with this priority waits for the flight. Returns the wait that is to be raised; nil
  /// where there is none, or it is known to matter as much.
  mutating func raise(_ flight: Flight, to priority: LoadPriority) -> ExchangeWait? {
    guard let place = place(of: flight), let wait = entries[place]?.wait, wait.priority < priority
    else { return nil }
    entries[place]?.wait?.priority = priority
    return wait
  }

  /// Ends the flight. Returns who waits, in the order in which they came; nobody if all had left.
  ///
  /// - Parameter turn: When it would have been the flight's turn, where it ends for that. Somebody
  ///   who is ready to wait until then may have come meanwhile: then nil is returned, and the flight
  ///   begins anew.
  mutating func land(_ flight: Flight, for turn: Moment? = nil) -> [Passenger]? {
    guard let place = place(of: flight) else { return [] }
    if let turn, let passengers = entries[place]?.passengers,
      passengers.contains(where: { $0.terms.waits(beyond: turn) })
    {
      entries[place]?.progress = FlightProgress()
      return nil
    }
    return close(place)?.passengers ?? []
  }

  /// From now on, whoever asks for the same gets another flight.
  private mutating func close(_ place: Int) -> Entry? {
    guard let entry = entries[place].take() else { return nil }
    freePlaces.append(place)
    if let request = entry.request { open[request] = nil }
    return entry
  }
}

/// A request whose hash is counted once: it is looked up, put in and taken out with each flight.
private struct HashedRequest: Hashable, Sendable {
  let request: HTTPRequest
  private let hash: Int

  init(_ request: HTTPRequest) {
    self.request = request
    hash = request.hashValue
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
