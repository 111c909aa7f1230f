import Foundation
import Testing

@testable import ProductClient

/// A table, and whom the steps so far have made of it.
struct TableSteps {
  typealias Step = TrafficTableTests.Step
  typealias Answer = TrafficTableTests.Answer

  private var table: TrafficTable
  private var turns: [String: TrafficTable.Turn] = [:]
  private var tickets: [TrafficTable.Ticket: String] = [:]
  /// The timers that were asked for, in order.
  private var timers: [Moment] = []

  init(_ rules: TrafficRules) {
    table = TrafficTable(rules)
  }

  /// Takes the steps, each of which is to be answered so, and at last looks at the first timer that
  /// was asked for.
  func expect(_ row: TrafficTableTests.Row) {
    var run = self
    for (index, (step, answer)) in row.steps.enumerated() {
      #expect(run.take(step) == answer, "step \(index): \(step)")
    }
    #expect(run.timers.first == row.timer.map { .at($0) })
  }

  private mutating func take(_ step: Step) -> Answer {
    switch step {
    case .asks(let name, let time, let priority, let deadline):
      let terms = FlightTerms(priority: priority, deadline: deadline.map { .at($0) })
      let entry = table.lineUp(
        for: .named(name.prefix(1)), isPrimary: true, terms: terms, at: .at(time))
      return answer(name, entry, time)
    case .leaves(let name, let time, let outcome, let pause, let quota):
      guard let turn = turns.removeValue(forKey: name) else { return .nothing }
      let report = TrafficTable.Report(
        outcome: outcome, pause: pause.map { .seconds($0) },
        quota: quota.flatMap { ServerQuota(remaining: $0.left, seconds: $0.seconds) })
      return called(table.leave(turn, report, at: .at(time)), time)
    case .givesUp(let name, let time):
      if let ticket = tickets.first(where: { $0.value == name })?.key {
        table.giveUp(ticket, at: .at(time))
      }
      return .nothing
    case .wakes(let time):
      return called(table.wake(due: .at(time), at: .at(time)), time)
    }
  }

  private mutating func answer(
    _ name: String, _ entry: TrafficTable.Entry, _ time: Int
  ) -> Answer {
    switch entry {
    case .go(let turn):
      turns[name] = turn
      return turn.isProbe ? .goesAsProbe : .goes
    case .wait(let ticket):
      tickets[ticket] = name
      noteTimer(time)
      return .waits
    case .refuse(let refusal):
      return .isRefused(refusal)
    }
  }

  private mutating func called(_ calls: [TrafficTable.Call], _ time: Int) -> Answer {
    noteTimer(time)
    return .calls(
      calls.map { call in
        let name = tickets[call.ticket] ?? "?"
        if case .success(let turn) = call.result {
          turns[name] = turn
          return name
        }
        return name + "!"
      })
  }

  private mutating func noteTimer(_ time: Int) {
    if let due = table.nextTimer(at: .at(time)) { timers.append(due) }
  }
}

extension Origin {
  static func named(_ name: some StringProtocol) -> Origin {
    Origin(URL(string: "http://\(name).example/") ?? URL(filePath: "/"))
  }
}

extension ServerQuota {
  init?(remaining: Int, seconds: Int) {
    let lines = "RateLimit-Remaining: \(remaining)\nRateLimit-Reset: \(seconds)\n"
    self.init(HTTPFields(block: Array(lines.utf8)))
  }
}
