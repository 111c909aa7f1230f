import Foundation
import ProductClientTesting

@testable import ProductClient

/// A loader over a scripted transport, whose time passes only when a test says so.
struct PolicyShop: Sendable {
  let clock = VirtualClock()
  let transport: FixtureTransport
  let traffic: Traffic
  let loader: ProductLoader<Product>

  /// - Parameters:
  ///   - draw: What chance draws: zero makes every backoff one of no time.
  ///   - script: Told the clock's transport; an id is a path, or a host and a path.
  init(
    _ script: FixtureScript, retries: RetryPolicy = RetryPolicy(), hedging: HedgePolicy? = nil,
    rules: TrafficRules = TrafficRules(), deadline: Duration? = nil, sharesLoads: Bool = true,
    draw: UInt64 = 0
  ) throws {
    let patience = Duration.seconds(600)
    transport = FixtureTransport(script, clock: clock)
    traffic = Traffic(rules, clock: clock)
    let shop = try shopURL()
    loader = ProductLoader(
      transport: transport, resultQueue: .inline, decoder: .json(),
      configuration: LoaderConfiguration(
        timeouts: ExchangeTimeouts(connect: patience, attempt: patience, stall: patience),
        deadline: deadline, retries: retries, hedging: hedging, traffic: traffic,
        sharesLoads: sharesLoads),
      launch: Launch(), chance: Chance { draw }
    ) { id in
      let id = "\(id)"
      guard id.contains("/") else { return shop.appending(path: id) }
      guard let url = URL(string: "http://\(id)") else { throw URLError(.badURL) }
      return url
    }
  }

  func load(_ id: Product.ID = "1", _ options: LoadOptions = LoadOptions()) async -> LoadOutcome<
    Product
  > {
    await loader.outcome(withID: id, options: options)
  }

  /// Begins a load that goes on.
  func begin(
    _ id: Product.ID = "1", _ options: LoadOptions = LoadOptions()
  ) -> Task<LoadOutcome<Product>, Never> {
    Task { await loader.outcome(withID: id, options: options) }
  }

  /// Waits until so many sleep, and lets the time pass; just before its end all of them still do.
  func pass(_ time: Duration, sleepers: Int = 1) async throws {
    try await clock.waitForSleepers(count: sleepers)
    clock.advance(by: time - .nanoseconds(1))
    guard clock.sleepers == sleepers else { throw WokenEarly(sleepers: clock.sleepers) }
    clock.advance(by: .nanoseconds(1))
  }

  struct WokenEarly: Error {
    let sleepers: Int
  }
}

extension FixtureScript {
  /// These in turn, whatever is asked for; the last one repeats.
  static func inTurn(_ replies: FixtureReply...) -> FixtureScript {
    var script = FixtureScript()
    let last = replies.count - 1
    script.otherwise { request in replies[min(request.visit - 1, last)] }
    return script
  }
}

extension FixtureReply {
  static let lamp = FixtureReply.product("1", named: "Lamp")

  func delayed(_ time: Duration) -> FixtureReply { with(.delay(time)) }
}
