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

  @Test func aTokenDeliversOnceOnItsQueue() async throws {
    let delivery = Delivery<Product>(on: marked.queue) { [marked, results] result in
      #expect(marked.isCurrent)
      results.handler(result)
    }
    _ = delivery.deliver(.success(Self.lamp))
    await marked.queue.drain()
    #expect(results.all == [.success(Self.lamp)])
  }

  @Test func aDroppedTokenDeliversAbandoned() async throws {
    func drop(_ delivery: consuming Delivery<Product>) {}
    drop(
      Delivery(on: marked.queue) { [marked, results] result in
        #expect(marked.isCurrent)
        results.handler(result)
      })
    await marked.queue.drain()
    #expect(results.all == [.failure(.abandoned)])
  }

  @Test func anOwnerThatIsLetGoOfDeliversAbandoned() async throws {
    func letGo() {
      _ = Load(Delivery(on: marked.queue, to: results.handler))
    }
    letGo()
    await marked.queue.drain()
    #expect(results.all == [.failure(.abandoned)])
  }

  @Test func theHandlerNeverRunsInsideTheCall() async throws {
    let countAfterTheCall = await marked.queue.run { [marked, results] in
      _ = Delivery(on: marked.queue, to: results.handler).deliver(.success(Self.lamp))
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
      let captured = Captured { isGone.update { $0 = true } }
      _ = Delivery<Product>(on: marked.queue) { _ in captured.use() }.deliver(result)
    }
    deliver()
    try await isGone.wait { $0 }
  }

  @Test func aQueueOfOnesOwnIsAskedOncePerResult() async throws {
    let queue = CountingQueue()
    _ = Delivery(on: queue, to: results.handler).deliver(.success(Self.lamp))
    #expect(queue.work.value.count == 1)
    #expect(results.all.isEmpty)
    for work in queue.work.value { work() }
    #expect(results.all == [.success(Self.lamp)])
  }
}

/// Keeps what it is given for the test to run.
private final class CountingQueue: ResultQueue {
  let work = Observed<[@Sendable () -> Void]>([])

  func enqueue(_ work: @escaping @Sendable () -> Void) {
    self.work.update { $0.append(work) }
  }
}
