import Testing

@testable import ProductClient

/// Retries keep to a share of what there was lately, and to a reserve.
@Suite(.timeLimit(.minutes(1)))
struct RetryBudgetTests {
  /// How many retries there is room for, after so many first attempts.
  private static func room(_ share: Double, _ reserve: Int, after primaries: Int) -> Int {
    var budget = RetryBudget(share: share, reserve: reserve)
    for _ in 0..<primaries { budget.notePrimary(at: .start) }
    return (0..<1000).prefix { _ in budget.spend(at: .start) }.count
  }

  @Test(arguments: [
    (0.2, 50, 0, 50), (0.2, 50, 100, 70), (0.2, 0, 4, 0), (0.2, 0, 5, 1), (0.2, 0, 14, 2),
    (1, 0, 7, 7), (0, 3, 100, 3), (-1, 3, 100, 3), (.nan, 3, 100, 3), (-.infinity, 3, 100, 3),
    (.infinity, 0, 0, 0), (.infinity, 3, 0, 3), (.infinity, 0, 1, 1000), (0.5, -5, 10, 5),
    (0.5, .min, 10, 5), (0, .max, 0, 1000),
  ])
  func thereIsRoomFor(_ share: Double, _ reserve: Int, _ primaries: Int, _ room: Int) {
    #expect(Self.room(share, reserve, after: primaries) == room)
  }

  @Test func whatWasSpentComesBackAfterTenSeconds() {
    var budget = RetryBudget(share: 0, reserve: 2)
    let spent = [0, 5, 9, 10, 14, 15].map { budget.spend(at: .at($0)) }
    #expect(spent == [true, true, false, true, false, true])
  }

  @Test func firstAttemptsCountForTenSeconds() {
    var budget = RetryBudget(share: 1, reserve: 0)
    budget.notePrimary(at: .at(0))
    budget.notePrimary(at: .at(9))
    // At 9 s there are two, at 10 s one, at 19 s none.
    let spent = [9, 9, 9, 10, 19].map { budget.spend(at: .at($0)) }
    #expect(spent == [true, true, false, false, false])
  }

  /// The last loads of a program: the first attempts that their retries were paid by are forgotten,
  /// and so is what they paid for.
  @Test func retriesOfLoadsThatBeganBeforeLeaveTheReserveAlone() {
    var budget = RetryBudget(share: 0.5, reserve: 2)
    for _ in 0..<10 { budget.notePrimary(at: .at(0)) }
    let spent = [9, 9, 9, 9, 9, 10, 10, 10].map { budget.spend(at: .at($0)) }
    #expect(spent == [true, true, true, true, true, true, true, false])
  }

  @Test func theOldestFirstAttemptsPayFirst() {
    var budget = RetryBudget(share: 1, reserve: 0)
    for second in [0, 0, 5, 5] { budget.notePrimary(at: .at(second)) }
    // Two of the first second pay for two; of the third that they might have paid, nothing is left.
    let spent = [6, 6, 6, 10, 10, 10].map { budget.spend(at: .at($0)) }
    #expect(spent == [true, true, true, true, false, false])
  }

  /// In all that time, as many retries as shares make: none is lost, none is made up.
  @Test func manySharesOfAThirdAddUp() {
    var budget = RetryBudget(share: 1 / 3, reserve: 0)
    var retries = 0
    for second in 0..<3000 {
      budget.notePrimary(at: .at(second))
      if budget.spend(at: .at(second)) { retries += 1 }
    }
    #expect((998...1000).contains(retries))
  }
}

/// Counts of the last stretch of time.
@Suite(.timeLimit(.minutes(1)))
struct RecentCountsTests {
  /// When something is counted, or looked at; in milliseconds.
  enum Step: Sendable {
    case first(Int)
    case second(Int)
    case look(Int, first: Int, second: Int)
  }

  static let tenSeconds: [[Step]] = [
    [.first(0), .second(0), .look(9_999, first: 1, second: 1), .look(10_000, first: 0, second: 0)],
    [.first(999), .look(9_999, first: 1, second: 0), .look(10_000, first: 0, second: 0)],
    [.first(1000), .look(10_999, first: 1, second: 0), .look(11_000, first: 0, second: 0)],
    [.first(0), .first(5_000), .first(9_000), .look(10_000, first: 2, second: 0)],
    // Many rounds, and a long pause.
    [.first(1_000_500), .first(1_001_500), .look(1_010_500, first: 1, second: 0)],
    [.second(0), .look(1_000_000_000, first: 0, second: 0), .look(1, first: 0, second: 0)],
    // Back in time: it counts as of now.
    [.first(5_000), .first(1_000), .look(14_999, first: 2, second: 0)],
    [.first(5_000), .second(1_000), .look(15_000, first: 0, second: 0)],
    // Before the clock's start.
    [.first(-1), .look(0, first: 1, second: 0), .look(8_999, first: 1, second: 0)],
    [.first(-1), .look(9_000, first: 0, second: 0)],
  ]

  @Test(arguments: tenSeconds)
  func tenSecondsAreCounted(_ steps: [Step]) {
    var counts = RecentCounts(window: .seconds(10))
    for step in steps {
      switch step {
      case .first(let time): counts.add(first: true, at: .at(milliseconds: time))
      case .second(let time): counts.add(first: false, at: .at(milliseconds: time))
      case .look(let time, let first, let second):
        counts.advance(to: .at(milliseconds: time))
        #expect(counts.first == first)
        #expect(counts.second == second)
      }
    }
  }

  @Test(arguments: [Duration.shortest, .seconds(-1), .zero, .nanoseconds(1), .century, .longest])
  func anyWindowAndAnyTimeWillDo(_ window: Duration) {
    var counts = RecentCounts(window: window)
    for time in [Duration.shortest, .zero, .nanoseconds(1), .seconds(3), .century, .longest] {
      counts.add(first: true, at: Moment(elapsed: time))
      counts.add(first: false, at: Moment(elapsed: time))
      #expect(counts.first > 0)
      #expect(counts.first == counts.second)
    }
    counts.clear()
    #expect(counts.first == 0)
  }
}
