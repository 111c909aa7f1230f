// Any of those that block, with `OperationQueue.main`. arrives: never, thread: none, warnings: 1
import Foundation
import ProductClient
import QueueProgramSupport

let done = DispatchSemaphore(value: 0)
let arrival = Arrival(orWarning: { done.signal() })
shop.loadProduct(withID: "1", resultQueue: OperationQueue.main) { _ in
  arrival.note()
  done.signal()
}
done.wait()
arrival.report()
