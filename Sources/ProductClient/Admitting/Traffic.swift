import Foundation

/// What loaders know of the servers they ask, and the rules that they keep to.
///
/// Each loader has its own unless it is given one. Give loaders that ask the same servers the same
/// one: limits, rates, circuits and the retry budget then hold for all of them together.
///
/// <!-- snippet: shared traffic -->
/// ```swift
/// let traffic = Traffic(TrafficRules(maxInFlightPerOrigin: 20, rate: RateLimit(perSecond: 50)))
/// let products = ProductLoader(configuration: LoaderConfiguration(traffic: traffic)) { id in
///   url(for: id)
/// }
/// ```
public final class Traffic: Sendable {
  /// What every wait of the loads is measured on and slept on: backoff, deadline, rate, circuit.
  let clock: LoadClock

  private let state: Lock<State>

  private struct State: Sendable {
    var table: TrafficTable
    var waiting: [TrafficTable.Ticket: Slot<TrafficTable.Call>] = [:]
    /// Who was called before coming to wait.
    var early: [TrafficTable.Ticket: TrafficTable.Call] = [:]

    init(_ rules: TrafficRules) {
      table = TrafficTable(rules)
    }

    /// Finds the slots of those who are called: to be finished outside the lock.
    mutating func summon(_ calls: [TrafficTable.Call]) -> [Summons] {
      calls.compactMap { call in
        guard let slot = waiting.removeValue(forKey: call.ticket) else {
          early[call.ticket] = call
          return nil
        }
        return Summons(slot: slot, call: call)
      }
    }
  }

  private struct Summons: Sendable {
    let slot: Slot<TrafficTable.Call>
    let call: TrafficTable.Call
  }

  /// Creates traffic without a past.
  ///
  /// - Parameters:
  ///   - rules: What the loads keep to.
  ///   - clock: What their waits are measured on. A test gives a virtual one.
  public init(
    _ rules: TrafficRules = TrafficRules(), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.clock = LoadClock(clock)
    state = Lock(State(rules))
  }

  /// How many exchanges are under way, and how many wait for their turn.
  public var counts: (inFlight: Int, waiting: Int) {
    state.withLock { ($0.table.inFlight, $0.table.waiting) }
  }
}

/// The right to one exchange, to be given back once: see ``Traffic/leave(_:_:launch:)``.
struct Permit: ~Copyable, Sendable {
  fileprivate let turn: TrafficTable.Turn
}

// MARK: - Turns

extension Traffic {
  /// Waits until the exchange may begin, as far as its origin goes.
  ///
  /// - Parameter launch: Where the timer runs that wakes those who wait for time to pass.
  nonisolated(nonsending) func permit(
    for request: HTTPRequest, on course: Course, launch: Launch,
    _ observers: Observers = .none
  ) async throws(LoadError) -> Permit {
    switch try enter(request, course, observers) {
    case .go(let turn):
      return Permit(turn: turn)
    case .wait(let ticket, let priority):
      return Permit(turn: try await wait(for: ticket, of: request, course, priority, launch))
    }
  }

  private enum Entrance {
    case go(TrafficTable.Turn)
    case wait(TrafficTable.Ticket, LoadPriority)
  }

  private func enter(
    _ request: HTTPRequest, _ course: Course, _ observers: Observers
  ) throws(LoadError) -> Entrance {
    let (entry, change, priority) = entry(for: request.url, on: course)
    if let change { observers.circuitChanged(change, of: Origin(request.url)) }
    switch entry {
    case .go(let turn): return .go(turn)
    case .wait(let ticket): return .wait(ticket, priority)
    case .refuse(let refusal): throw refusal.loadError(for: request)
    }
  }

  // Inlined, it would make the frame of every exchange twice as large.
  @inline(never)
  private func wait(
    for ticket: TrafficTable.Ticket, of request: HTTPRequest, _ course: Course,
    _ priority: LoadPriority, _ launch: Launch
  ) async throws(LoadError) -> TrafficTable.Turn {
    setTimer(launch)
    course.note(ExchangeWait(on: course, priority) { self.raise(ticket, to: $0) })
    defer { course.note(nil) }
    guard let observation = course.observation else {
      return try await turn(of: ticket, for: request, launch)
    }
    return try await observation.wait(for: Origin(request.url), of: request, course) {
      () async throws(LoadError) -> TrafficTable.Turn in
      try await self.turn(of: ticket, for: request, launch)
    }
  }

  private func raise(_ ticket: TrafficTable.Ticket, to priority: LoadPriority) {
    state.withLock { $0.table.raise(ticket, to: priority) }
  }

  /// Also says how much it matters, where it has to wait.
  private func entry(
    for url: URL, on course: Course
  ) -> (TrafficTable.Entry, CircuitState?, LoadPriority) {
    let isPrimary = course.attempt == 1 && !course.isHedge && !course.isFollowUp
    let (now, text) = (clock.now(), url.absoluteString)
    let (entry, change) = state.withLock { state in
      let slot = state.table.slot(of: text, at: now) { Origin(url) }
      let entry = state.table.enter(slot, isPrimary: isPrimary, at: now)
      return (entry, state.table.takeChange())
    }
    if let entry { return (entry, change, .normal) }
    // Asked what they want only now: hardly any load has to wait.
    let (origin, terms) = (Origin(url), course.passengers.terms)
    return state.withLock {
      let entry = $0.table.lineUp(for: origin, isPrimary: isPrimary, terms: terms, at: now)
      return (entry, $0.table.takeChange(), terms.priority)
    }
  }

  private func turn(
    of ticket: TrafficTable.Ticket, for request: HTTPRequest, _ launch: Launch
  ) async throws(LoadError) -> TrafficTable.Turn {
    switch try await call(of: ticket, launch).result {
    case .success(let turn): return turn
    case .failure(let refused): throw refused.refusal.loadError(for: request)
    }
  }

  /// Gives the right back, and says what the exchange showed. Returns the state that it brought the
  /// circuit of the origin into; nil where that is as before.
  @discardableResult
  func leave(
    _ permit: consuming Permit, _ report: TrafficTable.Report, launch: Launch
  ) -> CircuitState? {
    leave(permit.turn, report, launch)
  }

  @discardableResult
  private func leave(
    _ turn: TrafficTable.Turn, _ report: TrafficTable.Report, _ launch: Launch
  ) -> CircuitState? {
    let now = clock.now()
    let (summons, waits, change) = state.withLock { state in
      let calls = state.table.leave(turn, report, at: now)
      return (state.summon(calls), state.table.waiting > 0, state.table.takeChange())
    }
    finish(summons, launch)
    if waits { setTimer(launch) }
    return change
  }

  private func call(
    of ticket: TrafficTable.Ticket, _ launch: Launch
  ) async throws(LoadError) -> TrafficTable.Call {
    let slot = Slot<TrafficTable.Call>()
    return try await slot.outcome(
      begin: { self.wait(at: slot, ticket, launch) },
      end: { self.giveUp(ticket, launch) })
  }

  private func wait(
    at slot: Slot<TrafficTable.Call>, _ ticket: TrafficTable.Ticket, _ launch: Launch
  ) {
    let early = state.withLock { state in
      let early = state.early.removeValue(forKey: ticket)
      if early == nil { state.waiting[ticket] = slot }
      return early
    }
    if let early {
      finish([Summons(slot: slot, call: early)], launch)
    } else if slot.isSettled {
      // Cancelled just now: whoever gave up found nothing to take out.
      giveUp(ticket, launch)
    }
  }

  private func giveUp(_ ticket: TrafficTable.Ticket, _ launch: Launch) {
    let now = clock.now()
    let early = state.withLock { state in
      state.table.giveUp(ticket, at: now)
      state.waiting[ticket] = nil
      return state.early.removeValue(forKey: ticket)
    }
    if case .success(let turn)? = early?.result { leave(turn, .nothing, launch) }
  }

  private func finish(_ summons: [Summons], _ launch: Launch) {
    for summons in summons where !summons.slot.finish(.success(summons.call)) {
      // Cancelled in this very moment: the turn is somebody else's.
      if case .success(let turn) = summons.call.result { leave(turn, .nothing, launch) }
    }
  }
}

// MARK: - Time

extension Traffic {
  /// Sees to it that those who wait for nothing but time are woken when it has passed.
  private func setTimer(_ launch: Launch) {
    let now = clock.now()
    let (summons, due) = state.withLock { state in
      // At the same moment: whoever's time came since it was looked last needs no timer, and would
      // wait for ever without a call.
      let calls = state.table.callNext(at: now)
      return (state.summon(calls), state.table.nextTimer(at: now))
    }
    finish(summons, launch)
    guard let due else { return }
    // Later: a clock whose sleep returns at once must not lead from timer to timer in one call.
    _ = launch.later.begin { [weak self, clock] in
      try? await clock.sleep(due - clock.now())
      self?.wake(due, launch)
    }
  }

  private func wake(_ due: Moment, _ launch: Launch) {
    let now = clock.now()
    let summons = state.withLock { $0.summon($0.table.wake(due: due, at: now)) }
    finish(summons, launch)
    setTimer(launch)
  }
}

// MARK: - Retries and hedges

extension Traffic {
  /// Takes what a retry costs. Returns whether there was room for it.
  func spendRetry(for origin: Origin) -> Bool {
    let now = clock.now()
    return state.withLock { $0.table.spendRetry(for: origin, at: now) }
  }

  /// Takes what a hedge costs. Returns whether there was room for it, and for its exchange.
  func spendHedge(for origin: Origin) -> Bool {
    let now = clock.now()
    return state.withLock { $0.table.spendHedge(for: origin, at: now) }
  }

  /// The time within which the given share of the origin's last exchanges ended, if known.
  func latency(of origin: Origin, quantile: Double) -> Duration? {
    // Sorted outside the lock.
    state.withLock { $0.table.latencies(of: origin) }?.quantile(quantile)
  }

  /// An exchange with the origin that was begun then is cancelled: it took at least until now.
  func noteLatency(since begun: Moment, of origin: Origin) {
    let now = clock.now()
    state.withLock { $0.table.noteLatency(now - begun, of: origin, at: now) }
  }
}
