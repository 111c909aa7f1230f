// expect: 'delivery' consumed in a loop
@testable import ProductClient

func finish(_ delivery: consuming Delivery, _ results: [Result<AnyModel, LoadError>]) {
  for result in results {
    _ = delivery.deliver(result)
  }
}
