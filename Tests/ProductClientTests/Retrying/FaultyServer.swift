import DeliveryProof
import Foundation
import ProductClient

@testable import ProductClientTesting

/// So many loads from a server that fails three times in ten: of all requests, 10 % are reset, 10 %
/// are answered 503 with `Retry-After`, 5 % stall, and 5 % break off in the body.
final class FaultyServer: Sendable {
  let count: Int
  let deliveries: Deliveries
  /// What went wrong with loads, in words.
  let failures = Observed<[String]>([])
  private let lanes: Int
  private let seed: UInt64
  private let attempts = Observed(0)

  init(seed: UInt64, count: Int) {
    self.seed = seed
    self.count = count
    deliveries = Deliveries(count: count)
    // Few loads go a few at a time: their first attempts are what the budget for retries comes from,
    // and a load that stalls three times in a row comes back nine seconds after its own.
    lanes = min(256, count / 32 + 1)
  }

  /// How often each kind of answer was given, by name.
  private let given = Observed<[String: Int]>([:])

  struct Figures: Sendable {
    let requests: Int
    let given: [String: Int]
    let attempts: Int
    let elapsed: Duration
  }

  /// Runs all loads to their end.
  func run() async throws -> Figures {
    var script = FixtureScript()
    script.otherwise { [self] request in reply(to: request) }
    let server = try await FixtureServer.start(script, recordedRequests: 0)
    let transport = CurlTransport(
      configuration: CurlConfiguration(maxConcurrentExchanges: lanes, proxy: .none))
    let loader = ProductLoader(
      transport: transport, resultQueue: DispatchQueue(label: "FaultyServer"),
      configuration: configuration
    ) { id in server.url("/\(id)") }
    let start = ContinuousClock.now
    await load(with: loader)
    let elapsed = ContinuousClock.now - start
    let requests = server.requestCount
    await transport.shutdown()
    await server.stop()
    return Figures(
      requests: requests, given: given.value, attempts: attempts.value, elapsed: elapsed)
  }

  /// A time for the first byte that a busy machine does not use up, where it is not the server that
  /// is to blame. More attempts than usual, since here a load may meet many failures in a row; and a
  /// budget for three failures in ten, which take 0.43 retries a load.
  ///
  /// The usual circuit breaker, but for how many exchanges it judges by: of the first twenty, half
  /// fail in one run of twenty, by chance, and the loads that meet the open circuit fail by design.
  /// Of a hundred half do not fail.
  private var configuration: LoaderConfiguration {
    LoaderConfiguration(
      timeouts: ExchangeTimeouts(attempt: .seconds(30), firstByte: .seconds(3)),
      deadline: .seconds(120),
      retries: RetryPolicy(
        maxRetries: 20, firstDelay: .milliseconds(20), longestDelay: .milliseconds(200)),
      traffic: Traffic(
        TrafficRules(
          maxInFlight: lanes, maxInFlightPerOrigin: lanes,
          breaker: BreakerRules(minimumExchanges: 100), retryShare: 0.6)))
  }

  private func load(with loader: ProductLoader<Product>) async {
    let next = Observed(0)
    await withDiscardingTaskGroup { group in
      for _ in 0..<lanes {
        group.addTask { [self] in
          while let number = take(next) {
            let outcome = await loader.outcome(withID: Product.ID(number))
            attempts.update { $0 += outcome.metrics.attempts }
            if let error = outcome.result.error { failures.update { $0.append("\(error)") } }
            let isRight = outcome.result.model.map { $0.id == Product.ID(number) } ?? true
            deliveries.add(number, isRight ? outcome.result : .failure(.abandoned))
          }
        }
      }
    }
  }

  private func take(_ next: Observed<Int>) -> Int? {
    next.update { next in
      defer { next += 1 }
      return next < count ? next : nil
    }
  }

  private func reply(to request: FixtureRequest) -> FixtureReply {
    let product = FixtureReply.product(String(request.path.dropFirst()), named: "Thing")
    var random = SeededGenerator(seed ^ UInt64(request.number) &* 0x9E37_79B9)
    let (kind, reply): (String, FixtureReply) =
      switch UInt8.random(in: 0..<100, using: &random) {
      case 0..<10: ("reset", product.with(.resetBeforeHead))
      case 10..<20:
        (
          "unavailable",
          FixtureReply.status(503).with("Retry-After", request.number % 2 == 0 ? "0" : "1")
        )
      case 20..<25: ("stall", product.with(.silence))
      case 25..<30: ("truncated", product.with(.cut(afterBodyBytes: 5)))
      default: ("ok", product)
      }
    given.update { $0[kind, default: 0] += 1 }
    return reply
  }
}
