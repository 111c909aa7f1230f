import Dispatch
import ProductClient
import TestSupport
import Testing

@testable import ProductClientTesting

/// Results that end in one order on one serial queue arrive in that order, and a handler may do
/// whatever any other code may.
@Suite(.timeLimit(.minutes(1)))
struct ResultOrderTests {
  let queue = DispatchQueue(label: "ResultOrderTests")

  @Test func cancelledLoadsArriveInTheOrderOfTheirCancellation() async throws {
    var script = FixtureScript()
    script.otherwise(FixtureReply.json("{}").with(.silence))
    let url = try shopURL()
    let loader = ProductLoader(
      transport: FixtureTransport(script, clock: VirtualClock()), resultQueue: queue
    ) { _ in url }
    let arrived = Observed<[Int]>([])
    let tasks = (0..<200).map { number in
      loader.loadProduct(withID: "1") { _ in arrived.update { $0.append(number) } }
    }
    let order = Array(0..<200).shuffled()
    for number in order { tasks[number].cancel() }
    await queue.drain()
    #expect(arrived.value == order)
  }

  @Test func loadsThatEndOneAfterTheOtherArriveSo() async throws {
    // Each load may end only when the result of the one before was put on the queue.
    let chain = ChainQueue(queue)
    let url = try shopURL()
    let loader = ProductLoader(
      transport: ChainTransport(chain: chain), resultQueue: chain, configuration: .patient
    ) { id in
      url.appending(path: "\(id)")
    }
    let arrived = Results<Product>()
    for number in (0..<200).reversed() {
      loader.loadProduct(withID: Product.ID(number), handler: arrived.handler)
    }
    let results = try await arrived.wait(count: 200)
    #expect(results.map(\.model?.id) == (0..<200).map { Product.ID($0) })
  }

  @Test func aHandlerMayStartAndCancelLoads() async throws {
    let url = try shopURL()
    var script = FixtureScript.shop
    script.on("/silent", FixtureReply.json("{}").with(.silence))
    let loader = ProductLoader(
      transport: FixtureTransport(script, clock: VirtualClock()), resultQueue: queue
    ) { id in url.appending(path: "\(id)") }
    let results = Results<Product>()
    let silent = loader.loadProduct(withID: "silent", handler: results.handler)
    loader.loadProduct(withID: "7") { result in
      results.handler(result)
      silent.cancel()
      loader.loadProduct(withID: "8", handler: results.handler)
    }
    let all = try await results.wait(count: 3)
    #expect(all.map(\.code).prefix(2) == ["ok", "cancelled"])
    #expect(all[2].model?.id == "8")
  }

  @Test func aChainOfAThousandLoadsFromHandlersEnds() async throws {
    let url = try shopURL()
    let loader = ProductLoader(transport: FixtureTransport(.shop), resultQueue: queue) { _ in url }
    let results = Results<Product>()
    @Sendable func loadAgain(_ remaining: Int) {
      loader.loadProduct(withID: "1") { result in
        results.handler(result)
        if remaining > 1 { loadAgain(remaining - 1) }
      }
    }
    loadAgain(1000)
    try await results.wait(count: 1000)
    await queue.drain()
    #expect(results.all.count == 1000)
  }
}

/// A serial queue that counts what is put on it.
private final class ChainQueue: ResultQueue {
  let count = Observed(0)
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  func enqueue(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
    count.update { $0 += 1 }
  }
}

/// Answers the exchange for number N when N results are on the queue.
private struct ChainTransport: Transport {
  let chain: ChainQueue

  func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
    let number = Int(request.url.lastPathComponent) ?? -1
    do {
      try await chain.count.wait { $0 == number }
    } catch {
      throw .cancelled
    }
    return HTTPResponse(status: 200, body: Array(#"{"id": \#(number), "name": "Lamp"}"#.utf8))
  }
}
