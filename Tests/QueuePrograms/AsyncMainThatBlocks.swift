// `@main` with an async `main` that blocks. arrives: never, thread: none, warnings: 1
import Dispatch
import ProductClient
import QueueProgramSupport

@main
struct AsyncMainThatBlocks {
  static func main() async {
    loadAndBlock()
  }

  static func loadAndBlock() {
    let done = DispatchSemaphore(value: 0)
    let arrival = Arrival(orWarning: { done.signal() })
    shop.loadProduct(withID: "1") { _ in
      arrival.note()
      done.signal()
    }
    done.wait()
    arrival.report()
  }
}
