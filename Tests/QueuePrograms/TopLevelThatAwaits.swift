// Top-level code with `await`. arrives: yes, thread: another, warnings: 0
import ProductClient
import QueueProgramSupport

let arrival = Arrival()
await withCheckedContinuation { continuation in
  shop.loadProduct(withID: "1") { _ in
    arrival.note()
    continuation.resume()
  }
}
arrival.report()
