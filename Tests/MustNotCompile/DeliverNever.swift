// expect: missing return
@testable import ProductClient

func finish(
  _ delivery: consuming Delivery, with result: Result<AnyModel, LoadError>?
) -> Receipt {
  if let result {
    return delivery.deliver(result)
  }
}
