// Any of those that block, with a queue of its own. arrives: elsewhere, thread: another, warnings: 0
import Dispatch
import ProductClient
import QueueProgramSupport

let arrival = Arrival()
load("1", from: shop) { _ in arrival.note() }
arrival.report()

func load(
  _ id: Product.ID, from loader: ProductLoader<Product>,
  show: @escaping ProductLoader<Product>.Handler
) {
  // snippet: own queue
  let done = DispatchSemaphore(value: 0)
  loader.loadProduct(withID: id, resultQueue: DispatchQueue(label: "results")) { result in
    show(result)
    done.signal()
  }
  done.wait()
  // end
}
