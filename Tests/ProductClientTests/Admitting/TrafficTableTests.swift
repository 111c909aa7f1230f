import Testing

@testable import ProductClient

/// Who may go, who waits and who is refused, step by step.
@Suite(.timeLimit(.minutes(1)))
struct TrafficTableTests {
  /// Times are in seconds. Whoever asks is named by a letter, and asks for the origin of that name
  /// in lower case, up to a digit: `a1` and `a2` ask for `a`.
  enum Step: Sendable {
    case asks(String, Int, LoadPriority = .normal, deadline: Int? = nil)
    case leaves(
      String, Int, CircuitBreaker.Outcome = .success, pause: Int? = nil,
      quota: (left: Int, seconds: Int)? = nil)
    case givesUp(String, Int)
    case wakes(Int)
  }

  enum Answer: Hashable, Sendable {
    case goes
    case goesAsProbe
    case waits
    case isRefused(TrafficTable.Refusal)
    /// These are called; a `!` is on those who are refused.
    case calls([String])
    case nothing
  }

  typealias Row = (steps: [(Step, Answer)], timer: Int?)

  static let one = TrafficRules(maxInFlightPerOrigin: 1)
  static let limits: [Row] = [
    ([(.asks("a1", 0), .goes), (.leaves("a1", 1), .calls([])), (.asks("a2", 1), .goes)], nil),
    (
      [
        (.asks("a1", 0), .goes), (.asks("a2", 0), .waits), (.asks("b1", 0), .goes),
        (.asks("a3", 0, .high), .waits), (.leaves("a1", 1), .calls(["a3"])),
        (.leaves("b1", 1), .calls([])), (.leaves("a3", 1), .calls(["a2"])),
      ], nil
    ),
    // Who gave up is not called; whoever comes when the line is empty goes at once.
    (
      [
        (.asks("a1", 0), .goes), (.asks("a2", 0), .waits), (.givesUp("a2", 1), .nothing),
        (.givesUp("a2", 1), .nothing), (.leaves("a1", 1), .calls([])), (.asks("a3", 1), .goes),
      ], nil
    ),
  ]

  @Test(arguments: limits)
  func oneAtATime(_ row: Row) {
    TableSteps(Self.one).expect(row)
  }

  /// Two in all, and as many with one origin: the one with fewer under way goes first.
  static let fairness: [Row] = [
    (
      [
        (.asks("a1", 0), .goes), (.asks("a2", 0), .goes), (.asks("a3", 0), .waits),
        (.asks("a4", 0), .waits), (.asks("b1", 1), .waits), (.asks("b2", 1), .waits),
        (.leaves("a1", 2), .calls(["b1"])), (.leaves("a2", 2), .calls(["a3"])),
        (.leaves("b1", 2), .calls(["b2"])), (.leaves("a3", 2), .calls(["a4"])),
      ], nil
    ),
    // Of two with as many, whoever had none for longest.
    (
      [
        (.asks("a1", 0), .goes), (.asks("b1", 0), .goes), (.asks("b2", 0), .waits),
        (.asks("a2", 0), .waits), (.leaves("a1", 1), .calls(["a2"])),
        (.leaves("a2", 1), .calls([])),
      ], nil
    ),
  ]

  @Test(arguments: fairness.prefix(1))
  func originsTakeTurns(_ row: Row) {
    TableSteps(TrafficRules(maxInFlight: 2, maxInFlightPerOrigin: 2)).expect(row)
  }

  static let pauses: [Row] = [
    // 429 with Retry-After holds all of this origin, and none of another.
    (
      [
        (.asks("a1", 0), .goes), (.leaves("a1", 1, pause: 5), .calls([])), (.asks("a2", 1), .waits),
        (.asks("b1", 1), .goes),
        (.asks("a3", 2, deadline: 6), .isRefused(.turnTooLate(.seconds(4)))),
        (.asks("a3", 2, deadline: 7), .waits), (.wakes(5), .calls([])), (.wakes(6), .calls(["a2"])),
      ], 6
    ),
    // A short one does not end a long one.
    (
      [
        (.asks("b1", 0), .goes), (.asks("b2", 0), .waits), (.leaves("b1", 0, pause: 9), .calls([])),
        (.wakes(8), .calls([])), (.wakes(9), .calls(["b2"])),
        (.leaves("b2", 9, pause: 1), .calls([])),
      ], 9
    ),
    // Longer than anybody waits: who comes is refused, and so is who is there. It holds an hour.
    (
      [
        (.asks("a1", 0), .goes), (.asks("a2", 0), .waits),
        (.leaves("a1", 0, pause: 61), .calls(["a2!"])),
        (.asks("a3", 0), .isRefused(.pausedTooLong(.seconds(61)))), (.asks("a3", 1), .waits),
      ], 61
    ),
    (
      [
        (.asks("a1", 0), .goes), (.leaves("a1", 0, pause: .max / 2), .calls([])),
        (.asks("a2", 0), .isRefused(.pausedTooLong(.seconds(3600)))), (.asks("a2", 3600), .goes),
      ], nil
    ),
    (
      [
        (.asks("a1", 5), .goes), (.leaves("a1", 5, pause: -9), .calls([])), (.asks("a2", 5), .goes),
      ], nil
    ),
    // A quota of none holds the next one until it begins anew.
    (
      [
        (.asks("a1", 0), .goes), (.leaves("a1", 0, quota: (0, 30)), .calls([])),
        (.asks("a2", 1), .waits), (.wakes(29), .calls([])), (.wakes(30), .calls(["a2"])),
      ], 30
    ),
    // One of two lets two go; a newer word counts.
    (
      [
        (.asks("a1", 0), .goes), (.leaves("a1", 0, quota: (2, 30)), .calls([])),
        (.asks("a2", 0), .goes), (.leaves("a2", 0), .calls([])), (.asks("a3", 0), .goes),
        (.asks("a4", 0), .waits), (.leaves("a3", 1, quota: (9, 30)), .calls(["a4"])),
      ], 30
    ),
    (
      [
        (.asks("a1", 0), .goes), (.asks("a2", 0), .waits),
        (.leaves("a1", 0, quota: (0, 86_400)), .calls(["a2!"])),
        (.asks("a3", 0), .isRefused(.pausedTooLong(.seconds(3600)))),
      ], nil
    ),
  ]

  @Test(arguments: pauses)
  func aServersWordHolds(_ row: Row) {
    TableSteps(Self.one).expect(row)
  }

  static let breaking = TrafficRules(
    maxInFlightPerOrigin: 2,
    breaker: BreakerRules(minimumExchanges: 2, openFor: .seconds(5), longestOpen: .seconds(20)))
  private static let opening: [(Step, Answer)] = [
    (.asks("a1", 0), .goes), (.asks("a2", 0), .goes), (.asks("a3", 0), .waits),
    (.leaves("a1", 0, .failure), .calls(["a3"])), (.asks("a4", 0), .waits),
    (.leaves("a2", 0, .failure), .calls(["a4!"])),
    (.asks("a5", 1), .isRefused(.circuitOpen(.seconds(4)))), (.asks("b1", 1), .goes),
  ]
  static let circuits: [Row] = [
    // Who waits when it opens is refused; a probe goes when the time is over, alone.
    (
      opening + [
        (.asks("a6", 5), .goesAsProbe), (.asks("a7", 5), .isRefused(.circuitOpen(.zero))),
        (.leaves("a3", 5), .calls([])), (.asks("a7", 5), .isRefused(.circuitOpen(.zero))),
        (.leaves("a6", 5), .calls([])), (.asks("a7", 5), .goes),
      ], nil
    ),
    // A probe that fails, and one that was cancelled on the wire.
    (
      opening + [
        (.asks("a6", 5), .goesAsProbe), (.leaves("a6", 6, .failure), .calls([])),
        (.asks("a7", 6), .isRefused(.circuitOpen(.seconds(10)))), (.asks("a7", 16), .goesAsProbe),
        (.leaves("a7", 17, .unknown), .calls([])), (.asks("a8", 17), .goesAsProbe),
      ], nil
    ),
    // A probe that waits in line and gives up; the next one waits, and is called as one.
    (
      opening + [
        (.leaves("a3", 4, pause: 9), .calls([])), (.asks("a6", 5), .waits),
        (.asks("a7", 5), .isRefused(.circuitOpen(.zero))), (.givesUp("a6", 6), .nothing),
        (.asks("a7", 6), .waits), (.wakes(13), .calls(["a7"])),
        (.asks("a8", 13), .isRefused(.circuitOpen(.zero))), (.leaves("a7", 13), .calls([])),
        (.asks("a8", 13), .goes),
      ], 13
    ),
    // A probe in line that is refused by a long pause is free as well.
    (
      opening + [
        (.leaves("a3", 4, pause: 9), .calls([])), (.asks("a6", 5), .waits),
        (.givesUp("a6", 6), .nothing), (.asks("a7", 14), .goesAsProbe),
      ], 13
    ),
  ]

  @Test(arguments: circuits)
  func aCircuitOpensAndCloses(_ row: Row) {
    TableSteps(Self.breaking).expect(row)
  }

  @Test func aProbeInLineThatIsRefusedIsFree() {
    var rules = Self.breaking
    rules.maxInFlightPerOrigin = 3
    TableSteps(rules).expect(
      (
        [
          (.asks("a1", 0), .goes), (.asks("a2", 0), .goes), (.asks("a3", 0), .goes),
          (.leaves("a1", 0, .failure), .calls([])),
          (.leaves("a2", 0, .failure, pause: 9), .calls([])),
          (.asks("a6", 5), .waits), (.leaves("a3", 5, pause: 70), .calls(["a6!"])),
          (.asks("a7", 75), .goesAsProbe),
        ], 9
      ))
  }

  @Test func aRateSpacesThemAndIsNoReasonToRefuse() {
    TableSteps(TrafficRules(rate: RateLimit(perSecond: 0.01))).expect(
      (
        [
          (.asks("a1", 0), .goes), (.asks("a2", 0), .waits), (.leaves("a1", 1), .calls([])),
          (.asks("a3", 1, deadline: 50), .isRefused(.turnTooLate(.seconds(99)))),
          (.wakes(99), .calls([])), (.wakes(100), .calls(["a2"])), (.asks("a3", 150), .waits),
        ], 100
      ))
  }

  @Test func timersAreAskedForAndNotTwice() {
    var table = TrafficTable(TrafficRules(rate: RateLimit(perSecond: 1)))
    let terms = FlightTerms()
    let (a, b) = (Origin.named("a"), Origin.named("b"))
    _ = table.lineUp(for: a, isPrimary: true, terms: terms, at: .at(0))
    #expect(table.nextTimer(at: .at(0)) == nil)
    _ = table.lineUp(for: a, isPrimary: true, terms: terms, at: .at(0))
    #expect(table.nextTimer(at: .at(0)) == .at(1))
    #expect(table.nextTimer(at: .at(0)) == nil)
    // A clock that wakes early: it is asked for again.
    #expect(table.wake(due: .at(1), at: .at(milliseconds: 999)) == [])
    guard let again = table.nextTimer(at: .at(milliseconds: 999)) else {
      Issue.record("nobody wakes them")
      return
    }
    // The end of another timer changes nothing.
    _ = table.wake(due: .at(9), at: .at(milliseconds: 999))
    #expect(table.nextTimer(at: .at(milliseconds: 999)) == nil)
    // One that is due earlier is asked for beside it; one that is due later is not.
    _ = table.enter(b, isPrimary: true, at: .at(milliseconds: -500))
    _ = table.lineUp(for: b, isPrimary: true, terms: terms, at: .at(milliseconds: -100))
    #expect(table.nextTimer(at: .at(milliseconds: 999)) == nil)
    #expect(table.wake(due: again, at: again).count == 2)
    #expect(table.nextTimer(at: again) == nil)
  }

  /// One that had to wait in line would come too late.
  @Test(arguments: [
    (TrafficRules(), true), (TrafficRules(retryShare: 0, retryReserve: 0), false),
    (TrafficRules(maxInFlight: 1), false), (TrafficRules(maxInFlightPerOrigin: 1), false),
    (TrafficRules(maxInFlightPerOrigin: 2), true),
    (TrafficRules(rate: RateLimit(perSecond: 1)), false),
    (TrafficRules(breaker: nil), true),
  ])
  func aHedgeGoesAtOnceOrNotAtAll(_ rules: TrafficRules, _ goes: Bool) {
    var table = TrafficTable(rules)
    let origin = Origin.named("a")
    _ = table.enter(origin, isPrimary: true, at: .at(0))
    let hasRoom = table.spendHedge(for: origin, at: .at(0))
    #expect(hasRoom == goes)
  }

  @Test func idleOriginsAreForgottenAndBusyOnesAreNot() {
    var table = TrafficTable(
      TrafficRules(maxInFlight: .max, maxInFlightPerOrigin: 1, rate: RateLimit(perSecond: 1)))
    var turns: [TrafficTable.Turn] = []
    let busy = Origin.named("busy")
    guard case .go(let turn)? = table.enter(busy, isPrimary: true, at: .at(0)) else {
      Issue.record("nobody was there")
      return
    }
    for number in 0..<5000 {
      if case .go(let turn)? = table.enter(
        Origin.named("\(number)"), isPrimary: true, at: .at(number))
      {
        turns.append(turn)
        #expect(table.leave(turn, TrafficTable.Report(outcome: .success), at: .at(number)).isEmpty)
      }
    }
    #expect(turns.count == 5000)
    #expect(table.enter(busy, isPrimary: true, at: .at(5000)) == nil)
    #expect(table.inFlight == 1)
    #expect(table.originCount < 2000)
    _ = table.leave(turn, TrafficTable.Report(outcome: .success), at: .at(5000))
    #expect(table.inFlight == 0)
  }
}
