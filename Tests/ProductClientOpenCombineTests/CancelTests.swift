import OpenCombine
import ProductClient
import TestSupport
import Testing

@testable import ProductClientOpenCombine
@testable import ProductClientTesting

/// After `cancel()` nothing is received, and the load is cancelled.
@Suite(.timeLimit(.minutes(1)))
struct CancelTests {
  let shop = Shop()
  let loads = ObservedLoads()

  @Test func cancelledBeforeDemandNothingIsLoaded() {
    let recorder = Recorder(asking: .none)
    loads.publisher(withID: "7", from: shop.loader).subscribe(recorder)
    recorder.cancel()
    recorder.request(.unlimited)
    #expect(loads.started.value == 0)
    #expect(recorder.received.isEmpty)
  }

  @Test func cancelledInFlightTheLoadIsCancelledAndNothingReceived() async throws {
    let recorder = Recorder()
    loads.publisher(withID: "silent", from: shop.loader).subscribe(recorder)
    try await shop.transport.waitForRequests(count: 1)
    recorder.cancel()
    recorder.cancel()
    try await loads.results.wait { $0 == ["cancelled"] }
    await shop.marked.queue.drain()
    #expect(recorder.received.isEmpty)
  }

  @Test(arguments: ["7", "missing"])
  func cancelledWhileItsResultWaitsInTheQueueNothingIsReceived(_ id: Product.ID) async throws {
    let queue = HeldQueue()
    let recorder = Recorder()
    shop.loader.productPublisher(withID: id, resultQueue: queue).subscribe(recorder)
    try await queue.work.wait { $0.count == 1 }
    recorder.cancel()
    for work in queue.work.value { work() }
    #expect(recorder.received.isEmpty)
  }

  @Test func cancelledByItsReceiverAValueIsTheLast() async throws {
    let recorder = Recorder { recorder in
      recorder.cancel()
      return .none
    }
    shop.loader.productPublisher(withID: "7").subscribe(recorder)
    #expect(try await recorder.wait(count: 1) == [.value("7")])
    await shop.marked.queue.drain()
    #expect(recorder.received == [.value("7")])
  }

  @Test func cancelledAfterTheEndNothingHappens() async throws {
    let recorder = Recorder()
    shop.loader.productPublisher(withID: "7").subscribe(recorder)
    _ = try await recorder.wait(count: 2)
    recorder.cancel()
    await shop.marked.queue.drain()
    #expect(recorder.received == [.value("7"), .finished])
  }

  @Test func cancelledWhileItsLoadIsBeingStartedTheLoadIsCancelled() async throws {
    let recorder = Recorder(asking: .none)
    loads.publisher(withID: "silent", from: shop.loader) { recorder.cancel() }.subscribe(recorder)
    recorder.request(.unlimited)
    try await loads.results.wait { $0 == ["cancelled"] }
    await shop.marked.queue.drain()
    #expect(recorder.received.isEmpty)
  }

  @Test func oneOfTwoSubscriptionsIsCancelled() async throws {
    let publisher = shop.loader.productPublisher(withID: "late")
    let (cancelled, other) = (Recorder(), Recorder())
    publisher.subscribe(cancelled)
    publisher.subscribe(other)
    // Two loads that share one exchange.
    try await shop.clock.waitForSleepers(count: 1)
    cancelled.cancel()
    shop.clock.advance(by: .seconds(1))
    #expect(try await other.wait(count: 2) == [.value("late"), .finished])
    #expect(cancelled.received.isEmpty)
  }
}

/// A queue that keeps what it is given.
private final class HeldQueue: ResultQueue {
  let work = Observed<[@Sendable () -> Void]>([])

  func enqueue(_ work: @escaping @Sendable () -> Void) {
    self.work.update { $0.append(work) }
  }
}
