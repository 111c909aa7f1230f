import Dispatch
import ProductClientTesting
import TestSupport
import Testing

@testable import ProductClient

/// The end of the work and `cancel()` may come in any order: one of them decides, and only one.
@Suite(.timeLimit(.minutes(1)))
struct LoadTests {
  enum Step: Sendable {
    case remember
    case end
    case cancel
  }

  /// What each end or cancel is told to do.
  enum Action: Sendable, Equatable {
    case deliver
    case deliverAndStopTheWork
    case nothing
  }

  @Test(arguments: [
    ([Step.remember, .end, .cancel], [Action.deliverAndStopTheWork, .nothing], 1),
    ([.remember, .cancel, .end], [.deliverAndStopTheWork, .nothing], 0),
    ([.end, .remember, .cancel], [.deliver, .nothing], 1),
    ([.end, .cancel, .remember], [.deliver, .nothing], 1),
    ([.cancel, .remember, .end], [.deliver, .nothing], 0),
    ([.cancel, .end, .remember], [.deliver, .nothing], 0),
    ([.remember, .cancel, .cancel, .end], [.deliverAndStopTheWork, .nothing, .nothing], 0),
    ([.remember, .end, .end, .cancel], [.deliverAndStopTheWork, .nothing, .nothing], 1),
  ])
  func theFirstToSettleDecides(
    _ steps: [Step], _ expected: [Action], _ attempts: Int
  ) async throws {
    let queue = DispatchQueue(label: "LoadTests")
    let results = Results<Product>()
    var phase = LoadPhase<Product>.pending(Delivery(on: queue, to: results.handler), work: nil)
    let metricsBefore = phase.metrics
    var actions: [Action] = []
    for step in steps {
      switch step {
      case .remember: phase.remember(Task {})
      case .end: actions.append(Self.act(on: phase.settle(LoadMetrics(attempts: 1))))
      case .cancel: actions.append(Self.act(on: phase.settle(LoadMetrics(attempts: 0))))
      }
    }
    #expect(actions == expected)
    let metrics = phase.metrics
    #expect(metricsBefore == nil)
    #expect(metrics?.attempts == attempts)
    await queue.drain()
    #expect(results.all == [.failure(.notFound(Self.failure))])
  }

  private static let failure = LoadFailure(url: "http://shop.example/", reason: "the test says so")

  private static func act(on action: consuming LoadPhase<Product>.Action) -> Action {
    switch consume action {
    case .deliver(let delivery, let work):
      _ = delivery.deliver(.failure(.notFound(failure)))
      return work == nil ? .deliver : .deliverAndStopTheWork
    case .nothing:
      return .nothing
    }
  }

  @Test func cancellingBeforeTheStartDelivers() async throws {
    let queue = DispatchQueue(label: "LoadTests")
    let results = Results<Product>()
    let load = Load(Delivery(on: queue, to: results.handler))
    load.cancel()
    load.start {
      LoadOutcome(
        id: "1", result: .success(Product(id: "1", name: "Lamp")), metrics: LoadMetrics())
    }
    load.cancel()
    #expect(try await results.first() == .failure(.cancelled))
    await queue.drain()
    #expect(results.all.count == 1)
  }

  @Test func cancellingTellsTheWorkToStop() async throws {
    let results = Results<Product>()
    let load = Load(Delivery(on: DispatchQueue(label: "LoadTests"), to: results.handler))
    let (stops, stopped) = AsyncStream.makeStream(of: Void.self)
    load.start {
      await withTaskCancellationHandler {
        for await _ in stops {}
      } onCancel: {
        stopped.finish()
      }
      return LoadOutcome(id: "1", result: .failure(.abandoned), metrics: LoadMetrics())
    }
    load.cancel()
    #expect(try await results.first() == .failure(.cancelled))
  }

  @Test func tenThousandRacesHaveOneWinnerEach() async throws {
    let count = 10_000
    let queue = DispatchQueue(label: "LoadTests")
    let deliveries = Deliveries(count: count)
    let loads = (0..<count).map { number in
      Load<Product>(Delivery(on: queue) { deliveries.add(number, $0) })
    }
    // Threads of Dispatch, not of Swift's pool: one waits for the other.
    let started = DispatchSemaphore(value: 0)
    DispatchQueue(label: "starts").async {
      for load in loads {
        started.signal()
        load.start {
          LoadOutcome(
            id: "1", result: .success(Product(id: "1", name: "Lamp")), metrics: LoadMetrics())
        }
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
