import Testing

@testable import ProductClient

/// When a circuit opens and closes, step by step.
@Suite(.timeLimit(.minutes(1)))
struct CircuitBreakerTests {
  /// What is asked or told, at a time in seconds, and what comes back.
  enum Step: Sendable {
    case asks(Int, CircuitBreaker.Verdict)
    /// So many exchanges that began and ended then.
    case ok(Int, Int)
    case fails(Int, Int, opensFor: Int? = nil)
    case unknown(Int, Int)
    /// One that began at the first time and failed at the second.
    case failsLate(Int, Int)
    /// So many of them.
    case failLate(Int, Int, Int, opensFor: Int? = nil)
    case probe(Int, CircuitBreaker.Outcome, opensFor: Int? = nil)
    case isClosed(Bool)
  }

  /// Of ten, five; open for 5 s, at most 20 s.
  private static let rules = BreakerRules(
    minimumExchanges: 10, openFor: .seconds(5), longestOpen: .seconds(20))

  private static func run(_ steps: [Step], _ rules: BreakerRules = rules) {
    var breaker = CircuitBreaker(rules)
    for (index, step) in steps.enumerated() {
      let comment: Comment = "step \(index): \(step)"
      switch step {
      case .asks(let time, let verdict): #expect(breaker.ask(at: .at(time)) == verdict, comment)
      case .ok(let count, let time):
        for _ in 0..<count { #expect(breaker.note(.success, at: time) == nil, comment) }
      case .unknown(let count, let time):
        for _ in 0..<count { #expect(breaker.note(.unknown, at: time) == nil, comment) }
      case .fails(let count, let time, let seconds):
        for number in 1...count {
          let opened = breaker.note(.failure, at: time)
          #expect(opened == (number == count ? seconds.map { .seconds($0) } : nil), comment)
        }
      case .failsLate(let begun, let time):
        let opened = breaker.note(.failure, isProbe: false, begun: .at(begun), at: .at(time))
        #expect(opened == nil, comment)
      case .failLate(let count, let begun, let time, let seconds):
        for number in 1...count {
          let opened = breaker.note(.failure, isProbe: false, begun: .at(begun), at: .at(time))
          #expect(opened == (number == count ? seconds.map { .seconds($0) } : nil), comment)
        }
      case .probe(let time, let outcome, let seconds):
        let opened = breaker.note(outcome, isProbe: true, begun: .at(time), at: .at(time))
        #expect(opened == seconds.map { .seconds($0) }, comment)
      case .isClosed(let isClosed): #expect(breaker.isClosed == isClosed, comment)
      }
    }
  }

  static let openings: [[Step]] = [
    // Closed, until the share of failures is reached by a failure, and enough were seen.
    [.asks(0, .pass), .fails(9, 0), .asks(0, .pass), .fails(1, 0, opensFor: 5), .isClosed(false)],
    [.ok(5, 0), .fails(4, 0), .asks(0, .pass), .fails(1, 0, opensFor: 5)],
    [.ok(6, 0), .fails(5, 0), .isClosed(true), .fails(1, 0, opensFor: 5)],
    [.fails(5, 0), .ok(5, 0), .isClosed(true), .fails(1, 0, opensFor: 5)],
    // Cancelled exchanges say nothing, and old ones nothing any more.
    [.fails(9, 0), .unknown(100, 0), .isClosed(true), .fails(1, 0, opensFor: 5)],
    [.fails(9, 0), .fails(1, 10), .isClosed(true)],
    [.fails(9, 0), .fails(1, 9, opensFor: 5)],
    // Each counts with those that began beside it: what hangs is the last to end, and alone then.
    [.ok(20, 0), .failLate(15, 0, 3), .fails(9, 10), .fails(1, 10, opensFor: 5)],
    [.ok(20, 0), .failLate(15, 0, 3), .failLate(1, 0, 30), .isClosed(true)],
    [.ok(20, 5), .failLate(9, 0, 9), .fails(9, 9), .fails(2, 9, opensFor: 5)],
    // However long all of them hang, a server that answers nobody is found out.
    [.failLate(9, 0, 5), .isClosed(true), .failLate(1, 0, 5, opensFor: 5)],
    [.failLate(5, 0, 9), .failLate(4, 1, 10), .isClosed(true), .failLate(1, 2, 11, opensFor: 5)],
    [.failLate(5, 0, 11), .failLate(4, 1, 12), .isClosed(true), .failLate(1, 2, 13, opensFor: 5)],
    [.failLate(5, 0, 30), .failLate(4, 1, 31), .isClosed(true), .failLate(1, 2, 32, opensFor: 5)],
    // What began too long ago counts when it ends.
    [.failLate(9, 0, 100), .isClosed(true), .failLate(1, 0, 101, opensFor: 5)],
  ]

  @Test(arguments: openings)
  func itOpens(_ steps: [Step]) {
    Self.run(steps)
  }

  static let afterOpening: [[Step]] = [
    // Refused until the time is over, then one probe at a time.
    [
      .asks(2, .refuse(.seconds(3))), .asks(4, .refuse(.seconds(1))), .asks(5, .passAsProbe),
      .asks(5, .refuse(.zero)), .asks(500, .refuse(.zero)),
    ],
    // It closes, and begins to count anew.
    [
      .asks(5, .passAsProbe), .probe(6, .success), .isClosed(true), .asks(6, .pass), .fails(9, 6),
      .asks(6, .pass), .fails(1, 6, opensFor: 5),
    ],
    // Each probe that fails doubles the time, up to the longest; a success starts over.
    [
      .asks(5, .passAsProbe), .probe(6, .failure, opensFor: 10), .asks(15, .refuse(.seconds(1))),
      .asks(16, .passAsProbe), .probe(16, .failure, opensFor: 20),
      .asks(36, .passAsProbe), .probe(36, .failure, opensFor: 20),
      .asks(56, .passAsProbe), .probe(56, .success), .fails(10, 56, opensFor: 5),
    ],
    // A probe that was cancelled frees the way for the next one, and the time stays.
    [
      .asks(5, .passAsProbe), .probe(6, .unknown), .isClosed(false), .asks(6, .passAsProbe),
      .asks(6, .refuse(.zero)), .probe(7, .failure, opensFor: 10),
    ],
    // What was on its way says nothing while it is open, half open, or closed again.
    [
      .ok(1, 1), .asks(1, .refuse(.seconds(4))), .fails(20, 1), .asks(1, .refuse(.seconds(4))),
      .asks(5, .passAsProbe), .ok(1, 6), .isClosed(false), .fails(20, 6), .asks(6, .refuse(.zero)),
      .probe(7, .success), .failsLate(0, 8), .failsLate(6, 8), .fails(9, 8), .asks(8, .pass),
      .fails(1, 8, opensFor: 5),
    ],
  ]

  @Test(arguments: afterOpening)
  func onceOpen(_ steps: [Step]) {
    Self.run([.fails(10, 0, opensFor: 5)] + steps)
  }

  static let strangeRules: [(BreakerRules, [Step])] = [
    (BreakerRules(failureShare: .nan, minimumExchanges: 1), [.fails(100, 0), .isClosed(true)]),
    (BreakerRules(failureShare: .infinity), [.fails(100, 0), .isClosed(true)]),
    (BreakerRules(minimumExchanges: .max), [.fails(100, 0), .isClosed(true)]),
    (BreakerRules(minimumExchanges: .min), [.asks(0, .pass), .fails(1, 0, opensFor: 5)]),
    (BreakerRules(failureShare: -.infinity), [.ok(100, 0), .fails(1, 0, opensFor: 5)]),
    (
      BreakerRules(failureShare: 1, minimumExchanges: 2),
      [.ok(1, 0), .fails(99, 0), .isClosed(true)]
    ),
    (
      BreakerRules(minimumExchanges: 1, window: .longest, openFor: .seconds(-5)),
      [.fails(1, 0, opensFor: 0), .asks(0, .passAsProbe)]
    ),
    (
      BreakerRules(
        minimumExchanges: 1, window: .shortest, openFor: .seconds(9), longestOpen: .zero),
      [.fails(1, 0, opensFor: 9), .asks(9, .passAsProbe), .probe(9, .failure, opensFor: 9)]
    ),
    (
      BreakerRules(minimumExchanges: 1, openFor: .longest, longestOpen: .longest),
      [
        .fails(1, 0, opensFor: 3_155_760_000), .asks(0, .refuse(.century)),
        .asks(3_155_760_000, .passAsProbe),
        .probe(3_155_760_000, .failure, opensFor: 3_155_760_000),
      ]
    ),
  ]

  @Test(arguments: strangeRules)
  func anyRulesWillDo(_ rules: BreakerRules, _ steps: [Step]) {
    Self.run(steps, rules)
  }
}

extension CircuitBreaker {
  /// Of an exchange that began and ended at the same time.
  fileprivate mutating func note(_ outcome: Outcome, at time: Int) -> Duration? {
    note(outcome, isProbe: false, begun: .at(time), at: .at(time))
  }
}
