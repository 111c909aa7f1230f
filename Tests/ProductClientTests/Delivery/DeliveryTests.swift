import Dispatch
import TestSupport
import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// A token hands over one result, on its queue, later, whatever becomes of it.
@Suite(.timeLimit(.minutes(1)))
struct DeliveryTests {
  static let lamp = Product(id: "1", name: "Lamp")
  let marked = MarkedQueue()
  let results = Results<Product>()

  private func delivery(to results: Results<Product>) -> Delivery {
    delivery { results.handler($0.result) }
  }

  private func delivery(at place: ResultPlace, to results: Results<Product>) -> Delivery {
    Delivery(of: "1", at: place) { results.handler($0.result) }
  }

  private func delivery(
    _ handler: @escaping @Sendable (LoadOutcome<Product>) -> Void
  ) -> Delivery {
    Delivery(of: "1", at: ResultPlace(marked.queue), to: handler)
  }

  @Test func aTokenDeliversOnceOnItsQueue() async throws {
    let delivery = delivery { [marked, results] outcome in
      #expect(marked.isCurrent)
      results.handler(outcome.result)
    }
    _ = delivery.deliver(.success(AnyModel(Self.lamp)))
    await marked.queue.drain()
    #expect(results.all == [.success(Self.lamp)])
  }

  @Test func aDroppedTokenDeliversAbandoned() async throws {
    func drop(_ delivery: consuming Delivery) {}
    drop(
      delivery { [marked, results] outcome in
        #expect(marked.isCurrent)
        results.handler(outcome.result)
      })
    await marked.queue.drain()
    #expect(results.all == [.failure(.abandoned)])
  }

  @Test func anOwnerThatIsLetGoOfDeliversAbandoned() async throws {
    func letGo() {
      Load(of: "1").start(delivery(to: results)) {}
    }
    letGo()
    await marked.queue.drain()
    #expect(results.all == [.failure(.abandoned)])
  }

  @Test func theHandlerNeverRunsInsideTheCall() async throws {
    let countAfterTheCall = await marked.queue.run { [self] in
      _ = delivery(to: results).deliver(.success(AnyModel(Self.lamp)))
      return results.all.count
    }
    #expect(countAfterTheCall == 0)
    await marked.queue.drain()
    #expect(results.all.count == 1)
  }

  @Test(arguments: [Result<Product, LoadError>.success(lamp), .failure(.cancelled)])
  func theHandlerIsLetGoOfAfterItRan(_ result: Result<Product, LoadError>) async throws {
    let isGone = Observed(false)
    func deliver() {
      let captured = Captured(isGone)
      _ = delivery { _ in captured.use() }.deliver(result.map(AnyModel.init))
    }
    deliver()
    try await isGone.wait { $0 }
  }

  @Test func aQueueOfOnesOwnIsAskedOncePerResult() async throws {
    let queue = CountingQueue()
    _ = delivery(at: ResultPlace(queue), to: results).deliver(.success(AnyModel(Self.lamp)))
    #expect(queue.work.value.count == 1)
    #expect(results.all.isEmpty)
    for work in queue.work.value { work() }
    #expect(results.all == [.success(Self.lamp)])
  }

  @Test func aQueueThatRunsAClosureTwiceDeliversOnce() async throws {
    let queue = CountingQueue()
    _ = delivery(at: ResultPlace(queue), to: results).deliver(.success(AnyModel(Self.lamp)))
    for work in queue.work.value + queue.work.value { work() }
    #expect(results.all == [.success(Self.lamp)])
  }

  @Test func aResultThatItsQueueLostComesAsAbandoned() async throws {
    let queue = CountingQueue()
    _ = delivery(at: ResultPlace(queue), to: results).deliver(.success(AnyModel(Self.lamp)))
    queue.loseAll()
    try await queue.work.wait { $0.count == 1 }
    for work in queue.work.value { work() }
    #expect(results.all == [.failure(.abandoned)])
  }

  @Test func aQueueThatLosesEverythingIsGivenUp() async throws {
    let queue = CountingQueue()
    let isGone = Observed(false)
    func deliver() {
      let captured = Captured(isGone)
      let delivery = Delivery(of: "1", at: ResultPlace(queue)) {
        [results] (outcome: LoadOutcome<Product>) in
        captured.use()
        results.handler(outcome.result)
      }
      _ = delivery.deliver(.success(AnyModel(Self.lamp)))
    }
    deliver()
    queue.loseAll()
    try await queue.work.wait { $0.count == 1 }
    queue.loseAll()
    try await isGone.wait { $0 }
    #expect(queue.work.value.isEmpty)
    #expect(results.all.isEmpty)
  }

  @Test func aQueueThatIsLetGoOfIsNotKeptByWhatWaitsThere() async throws {
    let isGone = Observed(false)
    func deliver() {
      let captured = Captured(isGone)
      let delivery = Delivery(of: "1", at: ResultPlace(CountingQueue())) {
        (_: LoadOutcome<Product>) in
        captured.use()
      }
      _ = delivery.deliver(.success(AnyModel(Self.lamp)))
    }
    deliver()
    try await isGone.wait { $0 }
  }

  @Test func whatFollowsRunsAfterTheResultWasHandedOver() async throws {
    let queue = CountingQueue()
    let followers = Observed<[Int]>([])
    let delivery = Delivery(
      of: "1", at: ResultPlace(queue), to: { (_: LoadOutcome<Product>) in },
      then: { _ in followers.update { $0.append(queue.work.value.count) } })
    _ = delivery.deliver(.success(AnyModel(Self.lamp)))
    #expect(followers.value == [1])
  }
}

/// Keeps what it is given for the test to run.
private final class CountingQueue: ResultQueue {
  let work = Observed<[@Sendable () -> Void]>([])

  func enqueue(_ work: @escaping @Sendable () -> Void) {
    self.work.update { $0.append(work) }
  }

  func loseAll() {
    let lost = work.value
    work.update { $0 = [] }
    withExtendedLifetime(lost) {}
  }
}
