// expect: consumed more than once
@testable import ProductClient

func finish(_ delivery: consuming Delivery<Product>) -> (Load<Product>, Load<Product>) {
  (Load(delivery), Load(delivery))
}
