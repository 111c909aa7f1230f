// Top-level code that blocks. arrives: never, thread: none, warnings: 1
import Dispatch
import ProductClient
import QueueProgramSupport

let done = DispatchSemaphore(value: 0)
let arrival = Arrival(orWarning: { done.signal() })
shop.loadProduct(withID: "1") { _ in
  arrival.note()
  done.signal()
}
done.wait()
arrival.report()
