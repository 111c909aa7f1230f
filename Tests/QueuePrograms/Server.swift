// A server: an async `main` with a task group. arrives: yes, thread: another, warnings: 0
import ProductClient
import QueueProgramSupport

@main
struct Server {
  static func main() async {
    let arrival = Arrival()
    let (requests, connection) = AsyncStream.makeStream(of: Product.ID.self)
    await withDiscardingTaskGroup { group in
      group.addTask { for await id in requests { await answer(id, arrival) } }
      group.addTask {
        connection.yield("1")
        connection.finish()
      }
    }
    arrival.report()
  }

  static func answer(_ id: Product.ID, _ arrival: Arrival) async {
    await withCheckedContinuation { continuation in
      shop.loadProduct(withID: id) { _ in
        arrival.note()
        continuation.resume()
      }
    }
  }
}
