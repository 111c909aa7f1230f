import OpenCombine
import ProductClient

@testable import ProductClientOpenCombine
@testable import ProductClientTesting

/// A subscriber that keeps what it receives.
final class Recorder: Subscriber, Sendable {
  enum Event: Hashable, Sendable {
    case value(Product.ID)
    case finished
    case failed(code: String)
  }

  let events = Observed<[Event]>([])
  private let subscription = Observed<LoadSubscription<Product>?>(nil)
  private let demand: Subscribers.Demand
  private let onValue: @Sendable (Recorder) -> Subscribers.Demand

  /// - Parameters:
  ///   - demand: What it asks for when it gets its subscription. If that is nothing, it does not.
  ///   - onValue: Runs when it receives a value, and returns what more it asks for.
  init(
    asking demand: Subscribers.Demand = .unlimited,
    onValue: @escaping @Sendable (Recorder) -> Subscribers.Demand = { _ in .none }
  ) {
    self.demand = demand
    self.onValue = onValue
  }

  func receive(subscription: any Subscription) {
    let own = subscription as? LoadSubscription<Product>
    self.subscription.update { $0 = own }
    if demand > .none { subscription.request(demand) }
  }

  func receive(_ product: Product) -> Subscribers.Demand {
    events.update { $0.append(.value(product.id)) }
    return onValue(self)
  }

  func receive(completion: Subscribers.Completion<LoadError>) {
    let event: Event =
      switch completion {
      case .finished: .finished
      case .failure(let error): .failed(code: error.code)
      }
    events.update { $0.append(event) }
  }

  func request(_ demand: Subscribers.Demand) {
    subscription.value?.request(demand)
  }

  func cancel() {
    subscription.value?.cancel()
  }

  /// What was received so far, in order.
  var received: [Event] { events.value }

  /// What was received, as soon as there are so many events.
  func wait(count: Int) async throws -> [Event] {
    try await events.wait { $0.count >= count }
    return received
  }
}
