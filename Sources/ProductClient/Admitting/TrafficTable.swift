import Foundation

/// Who may ask which origin when. Pure: the caller does what the steps return, and wakes whom they
/// name.
///
/// Where there is room in all for one more and several origins wait, the one with the fewest
/// exchanges under way goes first: one that is slow, or asked for much, does not hold up the others.
struct TrafficTable: Sendable {
  typealias Ticket = PriorityLine.Ticket

  /// The right to one exchange.
  struct Turn: Hashable, Sendable {
    fileprivate let slot: Int
    let isProbe: Bool
    /// When it was given.
    let begun: Moment
  }

  enum Refusal: Hashable, Sendable {
    /// The circuit of the origin is open, for so long yet; zero: until a probe has ended.
    case circuitOpen(Duration)
    /// The server asked to be left alone for so long yet, which is more than
    /// ``TrafficRules/longestPauseWait``.
    case pausedTooLong(Duration)
    /// It would be its turn after so long, when nobody waits any more.
    case turnTooLate(Duration)
  }

  enum Entry: Hashable, Sendable {
    case go(Turn)
    /// Indicates that it is not its turn yet.
    case wait(Ticket)
    case refuse(Refusal)
  }

  /// Somebody who waited and waits no more.
  struct Call: Hashable, Sendable {
    let ticket: Ticket
    let result: Result<Turn, Refused>
  }

  struct Refused: Error, Hashable, Sendable {
    let refusal: Refusal
  }

  /// What an exchange showed of its server.
  struct Report: Hashable, Sendable {
    var outcome: CircuitBreaker.Outcome
    /// The server asks to be left alone, by all.
    var pause: Duration?
    var quota: ServerQuota?
  }

  private let rules: TrafficRules
  private let longestPauseWait: Duration
  private var origins: [OriginTraffic] = []
  private var slots: [Origin: Int] = [:]
  /// The one that was asked for last: most programs ask one server most of the time.
  private var last: (origin: Origin, slot: Int)?
  private var freeSlots: [Int] = []
  /// How many origins there may be until those are looked for that may be forgotten.
  private var mostOrigins = 1024
  /// The slots of origins that somebody waits for.
  private var crowded: Set<Int> = []
  private var probes: Set<Ticket> = []
  private var places: [Ticket: Int] = [:]
  private var lastTicket = 0
  private var turns = 0
  private(set) var inFlight = 0
  /// When the timer that was asked for last goes off.
  private var timer: Moment?
  /// The state that the last step brought a circuit into; nil where it changed none.
  private var change: CircuitState?

  init(_ rules: TrafficRules) {
    self.rules = rules
    longestPauseWait = rules.longestPauseWait.asWait
  }

  var waiting: Int { places.count }
  /// How many origins something is remembered of.
  var originCount: Int { slots.count }

  // MARK: - Steps

  /// Somebody wants an exchange with the origin. nil: it is not its turn yet, and
  /// ``lineUp(for:isPrimary:terms:at:)`` is to be called.
  ///
  /// - Parameter isPrimary: Whether it is a load's first, which the retry budget grows by.
  mutating func enter(_ origin: Origin, isPrimary: Bool, at now: Moment) -> Entry? {
    enter(slot(of: origin, at: now), isPrimary: isPrimary, at: now)
  }

  /// The same, where the slot of the origin was just found.
  mutating func enter(_ slot: Int, isPrimary: Bool, at now: Moment) -> Entry? {
    guard hasRoom, origins[slot].line.isEmpty, origins[slot].gate(at: now) == .open else {
      return nil
    }
    return ask(slot, isPrimary, at: now) { table, isProbe in
      .go(table.begin(slot, isProbe: isProbe, at: now))
    }
  }

  /// The same, for one that has to wait if it is not its turn.
  ///
  /// - Parameters:
  ///   - isPrimary: Whether it is a load's first, which the retry budget grows by.
  ///   - terms: How much it matters, and when nobody waits for it any more.
  mutating func lineUp(
    for origin: Origin, isPrimary: Bool, terms: FlightTerms, at now: Moment
  ) -> Entry {
    if let entry = enter(origin, isPrimary: isPrimary, at: now) { return entry }
    let slot = slot(of: origin, at: now)
    if let refusal = refusal(slot, terms.deadline, at: now) { return .refuse(refusal) }
    return ask(slot, isPrimary, at: now) { table, isProbe in
      .wait(table.line(up: slot, isProbe: isProbe, terms.priority, at: now))
    }
  }

  /// Asks the circuit, which may make a probe of it.
  private mutating func ask(
    _ slot: Int, _ isPrimary: Bool, at now: Moment,
    _ proceed: (inout TrafficTable, _ isProbe: Bool) -> Entry
  ) -> Entry {
    let wasOpen = origins[slot].breaker?.circuit == .open
    let verdict = origins[slot].breaker?.ask(at: now) ?? .pass
    if wasOpen, verdict == .passAsProbe { change = .halfOpen }
    if case .refuse(let wait) = verdict { return .refuse(.circuitOpen(wait)) }
    if isPrimary { origins[slot].budget.notePrimary(at: now) }
    return proceed(&self, verdict == .passAsProbe)
  }

  private var hasRoom: Bool { inFlight < max(1, rules.maxInFlight) }

  /// An exchange ended. Returns who is called.
  mutating func leave(_ turn: Turn, _ report: Report, at now: Moment) -> [Call] {
    inFlight -= 1
    let saysSomething = report.outcome != .unknown
    origins[turn.slot].end(after: saysSomething ? now - turn.begun : nil)
    if rules.heedsServerLimits {
      if let pause = report.pause { origins[turn.slot].pause(pause, at: now) }
      if let quota = report.quota { origins[turn.slot].heed(quota, at: now) }
    }
    let wasClosed = origins[turn.slot].breaker?.isClosed == true
    let openFor = origins[turn.slot].breaker?.note(
      report.outcome, isProbe: turn.isProbe, begun: turn.begun, at: now)
    if openFor != nil {
      change = .open
    } else if !wasClosed, origins[turn.slot].breaker?.isClosed == true {
      change = .closed
    }
    guard !crowded.isEmpty else { return [] }
    // Open answers at once, and so does a long pause: also whoever had come to wait before.
    let refusal = openFor.map(Refusal.circuitOpen) ?? pause(of: turn.slot, at: now)
    return (refusal.map { refuseAll(turn.slot, $0, at: now) } ?? []) + callNext(at: now)
  }

  /// Somebody does not want to wait any longer; harmless when it was called meanwhile.
  mutating func giveUp(_ ticket: Ticket, at now: Moment) {
    guard let slot = places.removeValue(forKey: ticket) else { return }
    _ = origins[slot].line.remove(ticket)
    if origins[slot].line.isEmpty { crowded.remove(slot) }
    freeProbe(ticket, of: slot, at: now)
  }

  /// Somebody who waits matters more than was known; harmless when it was called meanwhile.
  mutating func raise(_ ticket: Ticket, to priority: LoadPriority) {
    guard let slot = places[ticket] else { return }
    origins[slot].line.raise(ticket, to: priority)
  }

  /// What the step before did to a circuit: to be asked right after it.
  mutating func takeChange() -> CircuitState? { change.take() }

  /// A timer went off. Returns who is called.
  ///
  /// - Parameter due: When it was to go off. It may do so earlier, by a clock that is not exact.
  mutating func wake(due: Moment, at now: Moment) -> [Call] {
    if timer == due { timer = nil }
    return callNext(at: now)
  }

  /// When to call ``wake(due:at:)``, where somebody waits for nothing but time and no timer runs
  /// that goes off as early. To be asked right after ``callNext(at:)``, for the same moment.
  mutating func nextTimer(at now: Moment) -> Moment? {
    var earliest: Moment?
    for slot in crowded {
      guard case .shut(let until) = origins[slot].gate(at: now) else { continue }
      earliest = min(earliest ?? until, until)
    }
    guard let earliest, timer.map({ earliest < $0 }) ?? true else { return nil }
    timer = earliest
    return earliest
  }

  /// Takes what a retry or a hedge costs from the origin's budget. Returns whether there was room.
  mutating func spendRetry(for origin: Origin, at now: Moment) -> Bool {
    origins[slot(of: origin, at: now)].budget.spend(at: now)
  }

  /// The same for a hedge, which is only begun where it may go at once: one that had to wait in line
  /// would come too late, and one beside an exchange that waits itself would be no help.
  mutating func spendHedge(for origin: Origin, at now: Moment) -> Bool {
    let slot = slot(of: origin, at: now)
    return hasRoom && origins[slot].line.isEmpty && origins[slot].gate(at: now) == .open
      && origins[slot].breaker?.isClosed != false && origins[slot].budget.spend(at: now)
  }

  /// How long the origin's last exchanges took.
  func latencies(of origin: Origin) -> LatencyWindow? {
    slots[origin].map { origins[$0].latencies }
  }

  /// An exchange with the origin that was cancelled had taken at least so long.
  mutating func noteLatency(_ latency: Duration, of origin: Origin, at now: Moment) {
    origins[slot(of: origin, at: now)].noteLatency(latency)
  }

  // MARK: - Turns

  private mutating func begin(_ slot: Int, isProbe: Bool, at now: Moment) -> Turn {
    inFlight += 1
    turns += 1
    origins[slot].begin(turn: turns)
    return Turn(slot: slot, isProbe: isProbe, begun: now)
  }

  /// What time alone refuses.
  private mutating func refusal(
    _ slot: Int, _ deadline: Moment?, at now: Moment
  ) -> Refusal? {
    guard case .shut(let until) = origins[slot].gate(at: now) else { return nil }
    if let deadline, until >= deadline { return .turnTooLate(until - now) }
    return pause(of: slot, at: now)
  }

  /// Refuses where the server asked for more than loads wait for.
  private mutating func pause(of slot: Int, at now: Moment) -> Refusal? {
    guard let until = origins[slot].serverOpening(after: now), until - now > longestPauseWait
    else { return nil }
    return .pausedTooLong(until - now)
  }

  private mutating func line(
    up slot: Int, isProbe: Bool, _ priority: LoadPriority, at now: Moment
  ) -> Ticket {
    lastTicket += 1
    origins[slot].line.append(lastTicket, priority, at: now)
    crowded.insert(slot)
    places[lastTicket] = slot
    if isProbe { probes.insert(lastTicket) }
    return lastTicket
  }

  /// Gives turns to those who wait, as far as there are some.
  mutating func callNext(at now: Moment) -> [Call] {
    var calls: [Call] = []
    while hasRoom, let slot = nextOrigin(at: now),
      let ticket = origins[slot].line.popFirst()
    {
      places[ticket] = nil
      if origins[slot].line.isEmpty { crowded.remove(slot) }
      let turn = begin(slot, isProbe: probes.remove(ticket) != nil, at: now)
      calls.append(Call(ticket: ticket, result: .success(turn)))
    }
    return calls
  }

  private mutating func nextOrigin(at now: Moment) -> Int? {
    var next: (slot: Int, inFlight: Int, lastTurn: Int)?
    for slot in crowded where origins[slot].gate(at: now) == .open {
      let candidate = (slot, origins[slot].inFlight, origins[slot].lastTurn)
      if let best = next, (best.inFlight, best.lastTurn) <= (candidate.1, candidate.2) { continue }
      next = candidate
    }
    return next?.slot
  }

  private mutating func refuseAll(_ slot: Int, _ refusal: Refusal, at now: Moment) -> [Call] {
    crowded.remove(slot)
    return origins[slot].line.popAll().map { ticket in
      places[ticket] = nil
      freeProbe(ticket, of: slot, at: now)
      return Call(ticket: ticket, result: .failure(Refused(refusal: refusal)))
    }
  }

  /// Whoever waits no more need not be the probe: the next one who asks may.
  private mutating func freeProbe(_ ticket: Ticket, of slot: Int, at now: Moment) {
    guard probes.remove(ticket) != nil else { return }
    _ = origins[slot].breaker?.note(.unknown, isProbe: true, begun: now, at: now)
  }

  // MARK: - Origins

  /// Where the origin of a URL with the text is: nearly always that which was asked for last.
  mutating func slot(of text: String, at now: Moment, origin: () -> Origin) -> Int {
    if let last, last.origin.plainlyStarts(text) { return last.slot }
    return slot(of: origin(), at: now)
  }

  private mutating func slot(of origin: Origin, at now: Moment) -> Int {
    if let last, last.origin == origin { return last.slot }
    let slot = findSlot(of: origin, at: now)
    last = (origin, slot)
    return slot
  }

  private mutating func findSlot(of origin: Origin, at now: Moment) -> Int {
    if let slot = slots[origin] { return slot }
    if slots.count >= mostOrigins { forgetIdleOrigins(at: now) }
    let slot = freeSlots.popLast() ?? origins.count
    if slot == origins.count {
      origins.append(OriginTraffic(rules))
    } else {
      origins[slot] = OriginTraffic(rules)
    }
    slots[origin] = slot
    return slot
  }

  /// A program that asks all the world must not remember all of it.
  private mutating func forgetIdleOrigins(at now: Moment) {
    last = nil
    for (origin, slot) in slots where origins[slot].isIdle(at: now) {
      slots[origin] = nil
      freeSlots.append(slot)
    }
    // Not before it has doubled: to look at all of them for each new one would cost too much.
    mostOrigins = max(1024, 2 * slots.count)
  }
}
