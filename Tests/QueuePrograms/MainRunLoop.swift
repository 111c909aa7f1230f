// An app, or `RunLoop.main.run()`. arrives: yes, thread: main, warnings: 0
import Foundation
import ProductClient
import QueueProgramSupport

let arrival = Arrival()
shop.loadProduct(withID: "1") { _ in
  arrival.note()
  arrival.report()
  exit(EXIT_SUCCESS)
}
RunLoop.main.run()
