// expect: nothing
// What the other files in this folder break, done right.
@testable import ProductClient

func finish(_ delivery: consuming Delivery) -> Receipt {
  delivery.deliver(.failure(.cancelled))
}

func finish(
  _ delivery: consuming Delivery, with result: Result<AnyModel, LoadError>?
) -> Receipt {
  guard let result else { return delivery.deliver(.failure(.abandoned)) }
  return delivery.deliver(result)
}

func finish(_ continuation: consuming ResumeOnce<Int>) {
  continuation.resume(returning: 1)
}

func finishLater(_ load: Load, _ delivery: consuming sending Delivery) {
  load.start(delivery) {
    load.settle(Landing(.failure(.shutDown), LoadMetrics(), from: nil))
  }
}
