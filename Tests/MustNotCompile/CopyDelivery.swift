// expect: consumed more than once
@testable import ProductClient

func finish(
  _ delivery: consuming sending Delivery, _ first: Load, _ second: Load
) {
  first.start(delivery) {}
  second.start(delivery) {}
}
