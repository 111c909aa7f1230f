// `AsyncParsableCommand`. arrives: yes, thread: another, warnings: 0
import ArgumentParser
import ProductClient
import QueueProgramSupport

@main
struct AsyncCommand: AsyncParsableCommand {
  func run() async {
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
