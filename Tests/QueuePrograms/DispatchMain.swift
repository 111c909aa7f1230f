// `dispatchMain()`. arrives: yes, thread: another, warnings: 0
import Dispatch
import Foundation
import ProductClient
import QueueProgramSupport

let arrival = Arrival()
shop.loadProduct(withID: "1") { _ in
  arrival.note()
  arrival.report()
  exit(EXIT_SUCCESS)
}
dispatchMain()
