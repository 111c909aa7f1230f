import Testing

@testable import ProductClient

/// Whose turn it is: a priority is a head start, and nobody waits for ever.
@Suite(.timeLimit(.minutes(1)))
struct PriorityLineTests {
  typealias Arrival = (priority: LoadPriority, milliseconds: Int)

  /// The order in which they are called, by their places in the list.
  private static func order(_ arrivals: [Arrival]) -> [Int] {
    var line = PriorityLine()
    for (ticket, arrival) in arrivals.enumerated() {
      line.append(ticket, arrival.priority, at: .at(milliseconds: arrival.milliseconds))
    }
    return line.popAll()
  }

  @Test(arguments: [
    ([Arrival(.normal, 0), (.normal, 0), (.normal, 5)], [0, 1, 2]),
    ([(.low, 0), (.normal, 0), (.high, 0)], [2, 1, 0]),
    ([(.normal, 0), (.high, 1999)], [1, 0]),
    ([(.normal, 0), (.high, 2000)], [1, 0]),
    ([(.normal, 0), (.high, 2001)], [0, 1]),
    ([(.low, 0), (.normal, 2000)], [1, 0]),
    ([(.low, 0), (.normal, 2001)], [0, 1]),
    ([(.low, 0), (.high, 4000)], [1, 0]),
    ([(.low, 0), (.high, 4001)], [0, 1]),
    ([(.low, 0), (.normal, 1000), (.high, 2000), (.high, 5000)], [2, 1, 0, 3]),
    ([], []),
  ])
  func theyGoInThisOrder(_ arrivals: [Arrival], _ order: [Int]) {
    #expect(Self.order(arrivals) == order)
  }

  @Test func aStreamOfWhatMattersMoreHoldsNobodyUpForEver() {
    var line = PriorityLine()
    line.append(-1, .low, at: .start)
    var calls = 0
    for number in 0..<1000 {
      line.append(number, .high, at: .at(milliseconds: number * 100))
      calls += 1
      if line.popFirst() == -1 { break }
    }
    #expect(calls == 42)
  }

  typealias Raise = (ticket: Int, priority: LoadPriority)

  /// Who is raised goes as if it had come with that priority.
  @Test(arguments: [
    ([Arrival(.normal, 0), (.normal, 1), (.normal, 2)], [Raise(2, .high)], [2, 0, 1]),
    ([(.low, 0), (.normal, 0), (.high, 5)], [(0, .normal)], [2, 0, 1]),
    ([(.low, 5), (.normal, 0), (.normal, 9)], [(0, .normal)], [1, 0, 2]),
    ([(.low, 0), (.high, 0), (.high, 1)], [(0, .high)], [0, 1, 2]),
    ([(.low, 1), (.high, 0), (.high, 2)], [(0, .high)], [1, 0, 2]),
    ([(.low, 9), (.high, 0), (.high, 2)], [(0, .high)], [1, 2, 0]),
    ([(.low, 0), (.low, 0), (.low, 0)], [(2, .normal), (1, .high), (2, .high)], [1, 2, 0]),
    // Never down, and nobody who is not there.
    ([(.high, 0), (.normal, 0)], [(0, .low), (0, .normal), (0, .high), (7, .high)], [0, 1]),
  ])
  func whoIsRaisedGoesInThisOrder(_ arrivals: [Arrival], _ raises: [Raise], _ order: [Int]) {
    var line = PriorityLine()
    for (ticket, arrival) in arrivals.enumerated() {
      line.append(ticket, arrival.priority, at: .at(milliseconds: arrival.milliseconds))
    }
    for raise in raises { line.raise(raise.ticket, to: raise.priority) }
    #expect(line.count == arrivals.count)
    #expect(line.places == arrivals.count)
    #expect(line.popAll() == order)
  }

  @Test func whoGaveUpIsNotRaised() {
    var line = PriorityLine()
    for ticket in 0..<3 { line.append(ticket, .low, at: .start) }
    _ = line.remove(1)
    line.raise(1, to: .high)
    #expect(line.popFirst() == 0)
    line.raise(0, to: .high)
    #expect(line.popAll() == [2])
  }

  @Test func whoGivesUpIsPassedOver() {
    var line = PriorityLine()
    for ticket in 0..<5 { line.append(ticket, .normal, at: .start) }
    #expect([0, 3, 3, 99].map { line.remove($0) } == [true, true, false, false])
    #expect(line.popAll() == [1, 2, 4])
    #expect([1].map { line.remove($0) } == [false])
    #expect(line.isEmpty)
    #expect(line.popFirst() == nil)
  }

  @Test func aLineThatStandsDoesNotGrowWithThoseWhoGiveUp() {
    var line = PriorityLine()
    line.append(-2, .low, at: .start)
    line.append(-1, .low, at: .start)
    for ticket in 0..<10_000 {
      line.append(ticket, LoadPriority.allCases[ticket % 3], at: .start)
      _ = line.remove(ticket)
    }
    #expect(line.places < 100)
    #expect(line.popAll() == [-2, -1])
  }
}
