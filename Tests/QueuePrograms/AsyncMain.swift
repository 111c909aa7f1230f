// `@main` with an async `main` that awaits. arrives: yes, thread: another, warnings: 0
import ProductClient
import QueueProgramSupport

@main
struct AsyncMain {
  static func main() async {
    let arrival = Arrival()
    await withCheckedContinuation { continuation in
      shop.loadProduct(withID: "1") { _ in
        arrival.note()
        continuation.resume()
      }
    }
    arrival.report()
  }
}
