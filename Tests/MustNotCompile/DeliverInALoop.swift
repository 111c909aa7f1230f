// expect: 'delivery' consumed in a loop
@testable import ProductClient

func finish(_ delivery: consuming Delivery<Product>, _ results: [Result<Product, LoadError>]) {
  for result in results {
    _ = delivery.deliver(result)
  }
}
