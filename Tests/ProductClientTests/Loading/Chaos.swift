import DeliveryProof
import Dispatch
import Foundation
import ProductClient

@testable import ProductClientTesting

/// So many loads through the real engine, each of which ends as its number says unless it is
/// cancelled, and threads that cancel some of them at some moment.
final class Chaos: Sendable {
  private static let window = 200
  private static let cancellers = 3

  private let seed: UInt64
  private let count: Int
  private let deliveries: Deliveries
  private let tasks: Observed<[LoadTask]>
  /// Results that are not among those its number allows.
  private let strange = Observed<[String]>([])
  /// Lets so many loads be in progress at once.
  private let room = DispatchSemaphore(value: Chaos.window)

  init(seed: UInt64, count: Int) {
    self.seed = seed
    self.count = count
    deliveries = Deliveries(count: count)
    tasks = Observed([])
  }

  /// Runs all of it to its end; then there is no connection any more.
  func run() async throws {
    var script = FixtureScript()
    script.otherwise { [seed] request in
      LoadEnding(of: Int(request.path.dropFirst()) ?? 0, seed: seed).reply
    }
    let server = try await FixtureServer.start(script, recordedRequests: 0)
    let transport = CurlTransport(
      configuration: CurlConfiguration(maxConcurrentExchanges: 64, proxy: .none))
    let loader = ProductLoader(
      transport: transport, resultQueue: DispatchQueue(label: "Chaos"), configuration: .oneAttempt
    ) { id in server.url("/\(id)") }
    start(loader)
    try await deliveries.waitForTotal(of: count)
    await transport.shutdown()
    try await server.waitForOpenConnections(count: 0)
    await server.stop()
  }

  /// What is wrong, with the seed: a load that did not deliver once, a result that its number does
  /// not allow, a kind of result that there was none of. Empty when all is well.
  var faults: [String] {
    let codes = deliveries.codes
    let expected = ["ok", "cancelled", "transfer", "status", "notFound", "undecodable"]
    let often = deliveries.perLoad.enumerated().filter { $0.element != 1 }
    let faults =
      often.map { "load \($0.offset) delivered \($0.element) times" } + strange.value
      + expected.filter { codes[$0] == nil }.map { "nothing is \($0): \(codes)" }
    return faults.prefix(10).map { "seed \(seed): \($0)" }
  }

  /// Starts loads from a thread of its own, which may wait for room.
  private func start(_ loader: ProductLoader<Product>) {
    let mayCancel = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      var random = SeededGenerator(seed)
      for number in 0..<count {
        room.wait()
        let task = loader.loadProduct(withID: Product.ID(number)) { [self] result in
          receive(result, of: number)
        }
        tasks.update { $0.append(task) }
        if UInt8.random(in: 0..<16, using: &random) == 0 { task.cancel() }
        mayCancel.signal()
      }
      // No canceller is left waiting for a load to start.
      for _ in 0..<Self.cancellers * count { mayCancel.signal() }
    }
    for canceller in 1...Self.cancellers {
      Thread.detachNewThread { [self] in
        cancelSome(mayCancel, SeededGenerator(seed &+ UInt64(canceller) &* 7919))
      }
    }
  }

  /// Cancels a load now and then: one that has begun, is on its way, has ended, or all but.
  private func cancelSome(_ mayCancel: DispatchSemaphore, _ generator: SeededGenerator) {
    var random = generator
    for _ in 0..<count {
      mayCancel.wait()
      guard UInt8.random(in: 0..<4, using: &random) == 0 else { continue }
      let back = Int.random(in: 0..<Self.window, using: &random)
      tasks.update { $0.count > back ? $0[$0.count - 1 - back] : nil }?.cancel()
    }
  }

  private func receive(_ result: Result<Product, LoadError>, of number: Int) {
    let expected = LoadEnding(of: number, seed: seed).code
    let isExpected =
      result.code == expected && result.model.map { $0.id == Product.ID(number) } != false
    if !isExpected && result.code != "cancelled" {
      strange.update { $0.append("\(number): \(result), not \(expected)") }
    }
    deliveries.add(number, result)
    room.signal()
  }
}
