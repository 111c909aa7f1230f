import DeliveryProof
import Testing

@testable import ProductClient

/// Whatever comes in whatever order: nobody is lost, called twice, or let in where there is no room.
@Suite(.timeLimit(.minutes(1)))
struct TrafficTableModelTests {
  @Test(arguments: 0..<8)
  func nothingBreaksItsPromises(_ part: Int) throws {
    for seed in 0..<500 {
      var run = ModelRun(seed: UInt64(part * 500 + seed))
      for _ in 0..<80 { try run.step() }
      try run.finish()
    }
  }
}

/// A promise was broken.
private struct Broken: Error, CustomStringConvertible {
  let description: String
}

private struct ModelRun {
  private let seed: UInt64
  private let rules: TrafficRules
  private var chance: SeededGenerator
  private var table: TrafficTable
  private var now = Moment.start
  private var turns: [(origin: Int, turn: TrafficTable.Turn)] = []
  private var waiting: [TrafficTable.Ticket: Int] = [:]
  private var timers: [Moment] = []

  init(seed: UInt64) {
    self.seed = seed
    var chance = SeededGenerator(seed)
    rules = TrafficRules(
      maxInFlight: .random(in: 0...4, using: &chance),
      maxInFlightPerOrigin: .random(in: 0...3, using: &chance),
      rate: Bool.random(using: &chance) ? RateLimit(perSecond: 2, burst: 2) : nil,
      breaker: .random(using: &chance)
        ? BreakerRules(minimumExchanges: 3, openFor: .seconds(1), longestOpen: .seconds(4)) : nil)
    table = TrafficTable(rules)
    self.chance = chance
  }

  mutating func step() throws {
    switch Int.random(in: 0..<10, using: &chance) {
    case 0..<4: try ask()
    case 4..<7: try leaveOne(.random(using: &chance))
    case 7: giveUp()
    default: try pass(.milliseconds(Int.random(in: 0...1500, using: &chance)))
    }
    try check()
  }

  /// All come to an end when those who are under way end well and time passes.
  mutating func finish() throws {
    var rounds = 0
    while !turns.isEmpty || !waiting.isEmpty {
      rounds += 1
      try expect(rounds < 1000, "it comes to an end")
      while !turns.isEmpty { try leaveOne(TrafficTable.Report(outcome: .success)) }
      try pass(.seconds(1))
      try check()
    }
    try expect(table.inFlight == 0 && table.waiting == 0, "nobody is left")
    // Whatever became of the probes, the next one is let in when the time is over.
    now = now + .seconds(10_000)
    for origin in 0..<3 {
      let entry = table.enter(.named("\(origin)"), isPrimary: true, at: now)
      guard case .go(let turn)? = entry else {
        throw broken("\(origin) answers \(String(describing: entry))")
      }
      _ = table.leave(turn, TrafficTable.Report(outcome: .success), at: now)
    }
  }

  private mutating func ask() throws {
    let origin = Int.random(in: 0..<3, using: &chance)
    let terms = FlightTerms(
      priority: LoadPriority.allCases.randomElement(using: &chance) ?? .normal,
      deadline: Bool.random(using: &chance) ? now + .seconds(2) : nil)
    switch table.lineUp(for: .named("\(origin)"), isPrimary: true, terms: terms, at: now) {
    case .go(let turn): turns.append((origin, turn))
    case .wait(let ticket):
      try expect(waiting.updateValue(origin, forKey: ticket) == nil, "a ticket is given once")
      noteTimer()
    case .refuse: break
    }
  }

  private mutating func leaveOne(_ report: TrafficTable.Report) throws {
    guard !turns.isEmpty else { return }
    let (_, turn) = turns.remove(at: .random(in: turns.indices, using: &chance))
    try take(table.leave(turn, report, at: now))
  }

  private mutating func giveUp() {
    guard let ticket = waiting.keys.sorted().randomElement(using: &chance) else { return }
    waiting[ticket] = nil
    table.giveUp(ticket, at: now)
    table.giveUp(ticket, at: now)
  }

  private mutating func pass(_ time: Duration) throws {
    let end = now + time
    while let due = timers.min(), due <= end {
      timers.remove(at: timers.firstIndex(of: due) ?? 0)
      now = max(now, due)
      try take(table.wake(due: due, at: now))
    }
    now = end
  }

  private mutating func take(_ calls: [TrafficTable.Call]) throws {
    for call in calls {
      guard let origin = waiting.removeValue(forKey: call.ticket) else {
        throw broken("\(call.ticket) waited")
      }
      if case .success(let turn) = call.result { turns.append((origin, turn)) }
    }
    var copy = table
    try expect(copy.wake(due: .at(-1), at: now).isEmpty, "all were called who could be")
    noteTimer()
  }

  private mutating func noteTimer() {
    if let due = table.nextTimer(at: now) { timers.append(due) }
  }

  private func check() throws {
    try expect(table.inFlight == turns.count, "\(table.inFlight) are under way")
    try expect(turns.count <= max(1, rules.maxInFlight), "in all")
    for origin in 0..<3 {
      let count = turns.count { $0.origin == origin }
      try expect(count <= max(1, rules.maxInFlightPerOrigin), "with one origin")
      try expect(turns.count { $0.origin == origin && $0.turn.isProbe } <= 1, "one probe")
    }
    try expect(table.waiting == waiting.count, "\(table.waiting) wait")
    try expect(waiting.isEmpty || !turns.isEmpty || !timers.isEmpty, "somebody wakes them")
  }

  private func expect(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw broken(what()) }
  }

  private func broken(_ what: String) -> Broken {
    Broken(description: "seed \(seed): \(what)")
  }
}

extension TrafficTable.Report {
  fileprivate static func random(using chance: inout SeededGenerator) -> TrafficTable.Report {
    let outcomes: [CircuitBreaker.Outcome] = [.success, .failure, .failure, .unknown]
    var report = TrafficTable.Report(outcome: outcomes.randomElement(using: &chance) ?? .unknown)
    if Int.random(in: 0..<8, using: &chance) == 0 {
      report.pause = .seconds(Int.random(in: -1...70, using: &chance))
    }
    if Int.random(in: 0..<8, using: &chance) == 0 {
      report.quota = ServerQuota(
        remaining: .random(in: 0...3, using: &chance), seconds: .random(in: 0...70, using: &chance))
    }
    return report
  }
}
