// expect: initializer is inaccessible
@testable import ProductClient

func finish(_ delivery: consuming Delivery) -> Receipt {
  Receipt()
}
