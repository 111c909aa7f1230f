// expect: consumed more than once
@testable import ProductClient

func finish(
  _ delivery: consuming sending Delivery<Product>, _ first: Load<Product>, _ second: Load<Product>
) {
  first.start(delivery) {}
  second.start(delivery) {}
}
