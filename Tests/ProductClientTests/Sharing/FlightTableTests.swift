import Foundation
import Testing

@testable import ProductClient

/// Who waits for which flight, step by step.
@Suite(.timeLimit(.minutes(1)))
struct FlightTableTests {
  /// A step. Flights are named by their numbers, from 1; all but those of `alone` ask for the same.
  enum Step: Sendable {
    case board(String)
    case boardAlone(String)
    case keep(Int)
    case leave(String, Int)
    case land(Int)
  }

  /// What the table answers.
  enum Answer: Sendable, Equatable {
    case begins(Int)
    case joins(Int)
    case isKept
    case isNotKept
    /// The work of the flight is to be stopped.
    case stops(Int)
    case stopsNothing
    /// These wait; in capitals the one for whom the flight was begun.
    case lands([String])
  }

  typealias Row = (steps: [Step], answers: [Answer])

  static let oneLoad: [Row] = [
    ([.board("a"), .keep(1), .land(1)], [.begins(1), .isKept, .lands(["A"])]),
    ([.board("a"), .land(1), .keep(1)], [.begins(1), .lands(["A"]), .isNotKept]),
    ([.board("a"), .keep(1), .leave("a", 1)], [.begins(1), .isKept, .stops(1)]),
    ([.board("a"), .leave("a", 1), .keep(1)], [.begins(1), .stopsNothing, .isNotKept]),
    ([.board("a"), .land(1), .leave("a", 1)], [.begins(1), .lands(["A"]), .stopsNothing]),
    ([.board("a"), .land(1), .land(1)], [.begins(1), .lands(["A"]), .lands([])]),
  ]

  static let several: [Row] = [
    (
      [.board("a"), .keep(1), .board("b"), .board("c"), .land(1)],
      [.begins(1), .isKept, .joins(1), .joins(1), .lands(["A", "b", "c"])]
    ),
    (
      [.board("a"), .board("b"), .keep(1), .board("c"), .land(1)],
      [.begins(1), .joins(1), .isKept, .joins(1), .lands(["A", "b", "c"])]
    ),
    // One leaves: the first, one in the middle, the last, one twice, one who was never there.
    (
      [.board("a"), .keep(1), .board("b"), .board("c"), .leave("a", 1), .land(1)],
      [.begins(1), .isKept, .joins(1), .joins(1), .stopsNothing, .lands(["b", "c"])]
    ),
    (
      [.board("a"), .board("b"), .board("c"), .leave("b", 1), .board("d"), .land(1)],
      [.begins(1), .joins(1), .joins(1), .stopsNothing, .joins(1), .lands(["A", "c", "d"])]
    ),
    (
      [.board("a"), .board("b"), .board("c"), .leave("c", 1), .land(1)],
      [.begins(1), .joins(1), .joins(1), .stopsNothing, .lands(["A", "b"])]
    ),
    (
      [.board("a"), .keep(1), .board("b"), .leave("b", 1), .leave("b", 1), .land(1)],
      [.begins(1), .isKept, .joins(1), .stopsNothing, .stopsNothing, .lands(["A"])]
    ),
    (
      [.board("a"), .keep(1), .leave("b", 1), .land(1)],
      [.begins(1), .isKept, .stopsNothing, .lands(["A"])]
    ),
    // All leave; one leaves and comes back.
    (
      [.board("a"), .keep(1), .board("b"), .leave("a", 1), .leave("b", 1), .land(1)],
      [.begins(1), .isKept, .joins(1), .stopsNothing, .stops(1), .lands([])]
    ),
    (
      [.board("a"), .keep(1), .board("b"), .leave("a", 1), .board("a"), .land(1)],
      [.begins(1), .isKept, .joins(1), .stopsNothing, .joins(1), .lands(["b", "a"])]
    ),
  ]

  /// The late end of a flight that was left or has landed: its landing, the keeping of its work,
  /// who leaves it.
  static let lateEnds: [Row] = [
    (
      [.board("a"), .keep(1), .leave("a", 1), .board("b"), .keep(2), .land(1), .land(2)],
      [.begins(1), .isKept, .stops(1), .begins(2), .isKept, .lands([]), .lands(["B"])]
    ),
    (
      [.board("a"), .leave("a", 1), .board("b"), .keep(1), .leave("b", 2), .keep(2)],
      [.begins(1), .stopsNothing, .begins(2), .isNotKept, .stopsNothing, .isNotKept]
    ),
    (
      [.board("a"), .leave("a", 1), .board("b"), .keep(2), .keep(1), .leave("b", 2)],
      [.begins(1), .stopsNothing, .begins(2), .isKept, .isNotKept, .stops(2)]
    ),
    (
      [.board("a"), .keep(1), .land(1), .board("a"), .keep(2), .leave("a", 1), .land(2)],
      [.begins(1), .isKept, .lands(["A"]), .begins(2), .isKept, .stopsNothing, .lands(["A"])]
    ),
    (
      [.board("a"), .keep(1), .leave("a", 1), .board("a"), .keep(2), .leave("a", 1), .land(2)],
      [.begins(1), .isKept, .stops(1), .begins(2), .isKept, .stopsNothing, .lands(["A"])]
    ),
  ]

  static let alone: [Row] = [
    (
      [.boardAlone("a"), .boardAlone("b"), .keep(1), .keep(2), .land(2), .land(1)],
      [.begins(1), .begins(2), .isKept, .isKept, .lands(["B"]), .lands(["A"])]
    ),
    (
      [.boardAlone("a"), .boardAlone("b"), .keep(1), .keep(2), .leave("b", 1), .leave("a", 1)],
      [.begins(1), .begins(2), .isKept, .isKept, .stopsNothing, .stops(1)]
    ),
    (
      [.board("a"), .boardAlone("b"), .board("c"), .land(2), .land(1)],
      [.begins(1), .begins(2), .joins(1), .lands(["B"]), .lands(["A", "c"])]
    ),
  ]

  @Test(arguments: oneLoad)
  func aFlightOfOneLoad(_ row: Row) throws {
    #expect(try TableRun.answers(to: row.steps) == row.answers)
  }

  @Test(arguments: several)
  func whoAsksForTheSameJoinsAndMayLeave(_ row: Row) throws {
    #expect(try TableRun.answers(to: row.steps) == row.answers)
  }

  @Test(arguments: lateEnds)
  func theLateEndOfAFlightDoesNotTouchTheNext(_ row: Row) throws {
    #expect(try TableRun.answers(to: row.steps) == row.answers)
  }

  @Test(arguments: alone)
  func aFlightForOneLoadAloneIsJoinedByNobody(_ row: Row) throws {
    #expect(try TableRun.answers(to: row.steps) == row.answers)
  }

  @Test func everyDifferenceOfRequestsIsAFlightOfItsOwn() throws {
    let url = try shopURL("1")
    var fields = HTTPFields()
    fields.append(try #require(HTTPField(name: "Accept", value: "text/html")))
    var table = FlightTable<Passenger>()
    let requests = [
      HTTPRequest(url: url),
      HTTPRequest(url: try shopURL("2")),
      HTTPRequest(url: try shopURL("1?lang=de")),
      HTTPRequest(url: url, fields: fields),
      HTTPRequest(url: url, limits: ExchangeLimits(bodyBytes: 1)),
      HTTPRequest(url: url, timeouts: ExchangeTimeouts(attempt: .seconds(1))),
    ]
    for (index, request) in requests.enumerated() {
      guard case .begin(let flight) = table.board(Passenger("a"), for: request, shares: true)
      else {
        Issue.record("\(request) joined another")
        continue
      }
      #expect(flight.number == index + 1)
    }
    #expect(table.count == requests.count)
  }

  /// The line is told once, by whoever comes with more than it knows of.
  @Test func aFlightInLineIsRaisedByWhoJoins() throws {
    var table = FlightTable<Passenger>()
    let request = HTTPRequest(url: try shopURL("1"))
    guard case .begin(let flight) = table.board(Passenger("a"), for: request, shares: true)
    else { throw NoFlight() }
    let raises = { table.raise(flight, to: $0) != nil }
    #expect(!raises(.high))
    table.note(ExchangeWait(attempts: 0, priority: .low) { _ in }, of: flight)
    #expect(
      [.low, .normal, .normal, .low, .high, .high].map(raises)
        == [false, true, false, false, true, false])
    table.note(ExchangeWait?.none, of: flight)
    #expect(!raises(.high))
    _ = table.land(flight)
    table.note(ExchangeWait(attempts: 0, priority: .low) { _ in }, of: flight)
    #expect(!raises(.high))
  }

  @Test func anAttemptThatWaitsInLineIsNotCounted() throws {
    var table = FlightTable<Passenger>()
    let request = HTTPRequest(url: try shopURL("1"))
    guard case .begin(let flight) = table.board(Passenger("a"), for: request, shares: true)
    else { throw NoFlight() }
    let attempts = { table.progress(of: flight)?.attempts }
    #expect(attempts() == 1)
    table.note(ExchangeWait(attempts: 0, priority: .low) { _ in }, of: flight)
    #expect(attempts() == 0)
    table.note(ExchangeWait?.none, of: flight)
    #expect(attempts() == 1)
    table.note(FlightProgress(attempts: 2), of: flight)
    table.note(ExchangeWait(attempts: 1, priority: .low) { _ in }, of: flight)
    #expect(attempts() == 1)
    table.note(ExchangeWait?.none, of: flight)
    #expect(attempts() == 2)
    // Somebody waits as long as it takes: it begins anew.
    #expect(table.land(flight, for: .at(1)) == nil)
    #expect(attempts() == 1)
  }

  @Test func aFlightIsGoneOnceItLandedOrWasLeft() throws {
    var run = TableRun()
    for step in [Step.board("a"), .board("b"), .boardAlone("c")] { _ = try run.take(step) }
    #expect(run.table.count == 2)
    _ = try run.take(.leave("a", 1))
    #expect(run.table.count == 2)
    _ = try run.take(.leave("b", 1))
    #expect(run.table.count == 1)
    _ = try run.take(.land(2))
    #expect(run.table.count == 0)
  }
}

private struct NoFlight: Error {}

private final class Passenger: Sendable {
  let name: String

  init(_ name: String) {
    self.name = name
  }
}

/// A table, and what the steps so far have made of it.
private struct TableRun {
  typealias Flight = FlightTable<Passenger>.Flight

  private(set) var table = FlightTable<Passenger>()
  private var flights: [Int: Flight] = [:]
  private var passengers: [String: Passenger] = [:]
  private var works: [Int: Task<Void, Never>] = [:]

  static func answers(to steps: [FlightTableTests.Step]) throws -> [FlightTableTests.Answer] {
    var run = TableRun()
    return try steps.map { try run.take($0) }
  }

  mutating func take(_ step: FlightTableTests.Step) throws -> FlightTableTests.Answer {
    switch step {
    case .board(let name): try board(name, shares: true)
    case .boardAlone(let name): try board(name, shares: false)
    case .keep(let number): try keep(number)
    case .leave(let name, let number): try leave(name, number)
    case .land(let number):
      .lands(
        (table.land(try flight(number)) ?? []).map {
          $0.isFirst ? $0.waiter.name.uppercased() : $0.waiter.name
        })
    }
  }

  private func flight(_ number: Int) throws -> Flight {
    try #require(flights[number], "there is no flight \(number)")
  }

  private mutating func passenger(_ name: String) -> Passenger {
    let passenger = passengers[name] ?? Passenger(name)
    passengers[name] = passenger
    return passenger
  }

  private mutating func board(_ name: String, shares: Bool) throws -> FlightTableTests.Answer {
    let request = HTTPRequest(url: try shopURL("1"))
    switch table.board(passenger(name), for: request, shares: shares) {
    case .begin(let flight):
      flights[flight.number] = flight
      return .begins(flight.number)
    case .joined(let flight):
      return .joins(flight.number)
    }
  }

  private mutating func keep(_ number: Int) throws -> FlightTableTests.Answer {
    let work = Task {}
    works[number] = work
    return table.keep(work, of: try flight(number)) ? .isKept : .isNotKept
  }

  private mutating func leave(_ name: String, _ number: Int) throws -> FlightTableTests.Answer {
    guard let work = table.leave(passenger(name), from: try flight(number)) else {
      return .stopsNothing
    }
    let stopped = try #require(works.first { $0.value == work }, "nobody kept this work")
    return .stops(stopped.key)
  }
}
