// expect: missing return
@testable import ProductClient

func finish(
  _ delivery: consuming Delivery<Product>, with result: Result<Product, LoadError>?
) -> Receipt {
  if let result {
    return delivery.deliver(result)
  }
}
