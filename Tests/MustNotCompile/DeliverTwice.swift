// expect: 'delivery' consumed more than once
@testable import ProductClient

func finish(_ delivery: consuming Delivery) -> Receipt {
  _ = delivery.deliver(.failure(.cancelled))
  return delivery.deliver(.failure(.cancelled))
}
