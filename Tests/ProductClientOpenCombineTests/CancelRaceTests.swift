import Dispatch
import OpenCombine
import ProductClient
import ProductClientOpenCombine
import TestSupport
import Testing

@testable import ProductClientTesting

/// Two thousand subscriptions, most of them cancelled at some moment by somebody.
@Suite(.timeLimit(.minutes(1)))
struct CancelRaceTests {
  static let count = 2000
  let shop = Shop()
  let cancelCount = Observed(0)
  let releaseCount = Observed(0)

  @Test func aSubscriberReceivesAllOfItsEventsOrTheFirstOfThem() async throws {
    var subscriptions: [CancelledSubscription] = []
    // A few at a time: cancels are to meet loads that have begun, not a long line of them.
    for first in stride(from: 0, to: Self.count, by: 20) {
      let some = (first..<first + 20).map(subscribe)
      for subscription in some where subscription.canceller == .nobody {
        try await subscription.events.wait { $0.last.map(\.isEnd) == true }
      }
      subscriptions += some
    }
    let count = subscriptions.filter { $0.canceller != .nobody }.count
    try await cancelCount.wait { $0 == count }
    // A load that is cancelled has its result on the queue by now.
    await shop.marked.queue.drain()
    for subscription in subscriptions { subscription.check() }
    // Nothing of them is left but what they received.
    try await releaseCount.wait { $0 == Self.count }
  }

  private func subscribe(_ number: Int) -> CancelledSubscription {
    let canceller = CancelledSubscription.Canceller.allCases[number % 5]
    let captured = Captured { [releaseCount] in releaseCount.update { $0 += 1 } }
    let countAtCancel = Observed<Int?>(nil)
    let cancel: @Sendable (Recorder) -> Void = { [cancelCount] recorder in
      recorder.cancel()
      let count = recorder.received.count
      countAtCancel.update { $0 = count }
      cancelCount.update { $0 += 1 }
    }
    let recorder = Recorder(asking: .none) { recorder in
      captured.use()
      if canceller == .receiver { cancel(recorder) }
      return .none
    }
    let id = Product.ID(number % 7 == 0 && canceller != .receiver ? "missing" : "\(number)")
    shop.loader.productPublisher(withID: id).subscribe(recorder)
    let moment = DispatchTime.now() + .microseconds(Int.random(in: 0...400))
    switch canceller {
    case .otherThread: DispatchQueue.global().asyncAfter(deadline: moment) { cancel(recorder) }
    case .resultQueue: shop.marked.queue.asyncAfter(deadline: moment) { cancel(recorder) }
    case .nobody, .subscriber, .receiver: break
    }
    recorder.request(.unlimited)
    if canceller == .subscriber { cancel(recorder) }
    return CancelledSubscription(
      id: id, canceller: canceller, events: recorder.events, countAtCancel: countAtCancel)
  }
}

/// What is known of one subscription after it is over.
private struct CancelledSubscription: Sendable {
  enum Canceller: CaseIterable { case nobody, subscriber, otherThread, resultQueue, receiver }

  let id: Product.ID
  let canceller: Canceller
  let events: Observed<[Recorder.Event]>
  /// How many events there were when `cancel()` returned.
  let countAtCancel: Observed<Int?>

  func check() {
    let received = events.value
    let whole: [Recorder.Event] =
      id == "missing" ? [.failed(code: "notFound")] : [.value(id), .finished]
    #expect(received == Array(whole.prefix(received.count)), "\(self)")
    switch canceller {
    case .nobody: #expect(received == whole, "\(self)")
    case .receiver: #expect(received == [.value(id)], "\(self)")
    case .resultQueue: #expect(received.count == countAtCancel.value, "\(self)")
    case .subscriber, .otherThread: break
    }
  }
}

extension Recorder.Event {
  fileprivate var isEnd: Bool {
    switch self {
    case .value: false
    case .finished, .failed: true
    }
  }
}
