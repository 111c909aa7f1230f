import Dispatch
import ProductClientTesting
import TestSupport
import Testing

@testable import ProductClient

/// A result and `cancel()` may come in any order, and while the load is being started: one of them
/// decides, and only one.
@Suite(.timeLimit(.minutes(1)))
struct LoadTests {
  enum Step: Sendable {
    case start
    case board
    /// The starting call is over.
    case started
    /// Of the load's flight.
    case land
    case cancel
  }

  /// What a step is told to do.
  enum Action: Sendable, Equatable {
    case begin
    case deliverCancelled
    case keepSeat
    case leaveSeat
    case deliverInsideStart
    case deliverInsideStartAndLeaveSeat
    case deliverAndLeaveSeat
    case nothing
  }

  @Test(arguments: [
    (
      [Step.start, .board, .started, .land, .cancel],
      [Action.begin, .keepSeat, .nothing, .deliverAndLeaveSeat, .nothing], 1
    ),
    (
      [.start, .board, .started, .cancel, .land],
      [.begin, .keepSeat, .nothing, .deliverAndLeaveSeat, .nothing], 0
    ),
    (
      [.start, .board, .land, .started, .cancel],
      [.begin, .keepSeat, .deliverInsideStartAndLeaveSeat, .nothing, .nothing], 1
    ),
    (
      [.start, .board, .cancel, .started, .land],
      [.begin, .keepSeat, .deliverInsideStartAndLeaveSeat, .nothing, .nothing], 0
    ),
    ([.start, .land, .board, .cancel], [.begin, .deliverInsideStart, .leaveSeat, .nothing], 1),
    ([.start, .land, .cancel, .board], [.begin, .deliverInsideStart, .nothing, .leaveSeat], 1),
    ([.start, .cancel, .board, .land], [.begin, .deliverInsideStart, .leaveSeat, .nothing], 0),
    ([.start, .cancel, .land, .started], [.begin, .deliverInsideStart, .nothing, .nothing], 0),
    ([.start, .cancel, .land, .board], [.begin, .deliverInsideStart, .nothing, .leaveSeat], 0),
    (
      [.start, .board, .started, .land, .land],
      [.begin, .keepSeat, .nothing, .deliverAndLeaveSeat, .nothing], 1
    ),
    (
      [.start, .board, .started, .cancel, .cancel],
      [.begin, .keepSeat, .nothing, .deliverAndLeaveSeat, .nothing], 0
    ),
    ([.cancel, .start], [Action.nothing, .deliverCancelled], nil),
    ([.cancel, .cancel, .start, .cancel], [.nothing, .nothing, .deliverCancelled, .nothing], nil),
  ])
  func theFirstToSettleDecides(
    _ steps: [Step], _ expected: [Action], _ attempts: Int?
  ) async throws {
    let queue = DispatchQueue(label: "LoadTests")
    let results = Results<Product>()
    var arriving: Delivery? = Self.delivery(on: queue, to: results)
    var phase = LoadPhase.new
    var actions: [Action] = []
    for step in steps {
      actions.append(try Self.take(step, in: &phase, &arriving))
    }
    #expect(actions == expected)
    let metrics = phase.metrics
    #expect(metrics?.attempts == attempts)
    await queue.drain()
    #expect(results.all == [.failure(.shutDown)])
  }

  private static func take(
    _ step: Step, in phase: inout LoadPhase, _ arriving: inout Delivery?
  ) throws -> Action {
    switch step {
    case .start:
      if phase.start(&arriving) { return .begin }
      _ = arriving.take()?.deliver(.failure(.shutDown))
      return .deliverCancelled
    case .board:
      return phase.board(try seat) ? .keepSeat : .leaveSeat
    case .started:
      phase.started()
      return .nothing
    case .land:
      return act(on: phase.settle(LoadMetrics(attempts: 1)))
    case .cancel:
      return act(on: phase.settle(LoadMetrics(attempts: 0)))
    }
  }

  private static func act(on action: consuming LoadPhase.Action) -> Action {
    switch consume action {
    case .deliver(let delivery, _):
      _ = delivery.deliver(.failure(.shutDown))
      return .deliverAndLeaveSeat
    case .deliverInsideStart(let delivery, let seat):
      _ = delivery.deliver(.failure(.shutDown))
      return seat == nil ? .deliverInsideStart : .deliverInsideStartAndLeaveSeat
    case .nothing:
      return .nothing
    }
  }

  private static var seat: Seat {
    get throws {
      Seat(
        flights: Flights(shares: true, launch: Launch()), flight: .init(number: 1, place: 0),
        url: try shopURL())
    }
  }

  private static let lamp = Landing(
    .success(AnyModel(Product(id: "1", name: "Lamp"))), LoadMetrics(), from: nil)

  private static func load() -> Load {
    Load(of: "1")
  }

  private static func delivery(
    on queue: DispatchQueue, to results: Results<Product>
  ) -> Delivery {
    Delivery(of: "1", at: ResultPlace(queue)) { results.handler($0.result) }
  }

  @Test func cancellingBeforeTheStartDelivers() async throws {
    let queue = DispatchQueue(label: "LoadTests")
    let results = Results<Product>()
    let load = Self.load()
    load.cancel()
    load.start(Self.delivery(on: queue, to: results)) { Issue.record("begun") }
    load.cancel()
    load.settle(Self.lamp)
    await queue.drain()
    #expect(results.all == [.failure(.cancelled)])
  }

  @Test func tenThousandRacesHaveOneWinnerEach() async throws {
    let count = 10_000
    let queue = DispatchQueue(label: "LoadTests")
    let deliveries = Deliveries(count: count)
    let loads = (0..<count).map { _ in Self.load() }
    // Threads of Dispatch, not of Swift's pool: one waits for the other.
    let started = DispatchSemaphore(value: 0)
    DispatchQueue(label: "starts").async {
      for (number, load) in loads.enumerated() {
        started.signal()
        let delivery = Delivery(of: "1", at: ResultPlace(queue)) {
          (outcome: LoadOutcome<Product>) in
          deliveries.add(number, outcome.result)
        }
        load.start(delivery) { load.settle(Self.lamp) }
      }
    }
    DispatchQueue(label: "cancels").async {
      for load in loads {
        started.wait()
        load.cancel()
      }
    }
    try await deliveries.waitForTotal(of: count)
    await queue.drain()
    #expect(deliveries.perLoad.allSatisfy { $0 == 1 })
    #expect(Set(deliveries.codes.keys).isSubset(of: ["ok", "cancelled"]))
  }
}
