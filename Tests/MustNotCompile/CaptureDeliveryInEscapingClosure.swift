// expect: cannot be consumed when captured by an escaping closure
@testable import ProductClient

func finishLater(_ delivery: consuming Delivery) {
  Task {
    _ = delivery.deliver(.failure(.cancelled))
  }
}
