import ProductClientTesting
import TestSupport
import Testing

@testable import ProductClient

/// A load ends at its own deadline, whatever goes on.
@Suite(.timeLimit(.minutes(1)))
struct DeadlineTests {
  private static let exceeded = "deadlineExceeded"

  @Test func eachWaiterOfAFlightHasItsOwn() async throws {
    let shop = try PolicyShop(.inTurn(FixtureReply.lamp.delayed(.seconds(5))))
    let hurried = shop.begin("1", LoadOptions(deadline: .seconds(1)))
    let patient = shop.begin("1", LoadOptions(deadline: .seconds(10)))
    try await shop.pass(.seconds(1), sleepers: 3)
    let error = try #require(await hurried.value.result.error)
    #expect(error.code == Self.exceeded)
    #expect(error.failure?.attempts == 1)
    #expect(error.failure?.url == "http://shop.example/1")
    #expect(shop.traffic.counts.inFlight == 1)
    try await shop.pass(.seconds(4), sleepers: 2)
    #expect(await patient.value.result.code == "ok")
    #expect(shop.transport.requestCount == 1)
  }

  @Test func theLastOnesEndsTheExchange() async throws {
    let transport = ManualTransport()
    let clock = VirtualClock()
    let loader = try ProductLoader.timed(transport, configuration: .timed(by: clock))
    let loads = [1, 2].map { seconds in
      Task { await loader.outcome(withID: "1", options: LoadOptions(deadline: .seconds(seconds))) }
    }
    try await clock.waitForSleepers(count: 2)
    clock.advance(by: .seconds(1))
    #expect(await loads[0].value.result.code == Self.exceeded)
    #expect(transport.current.cancelled == 0)
    clock.advance(by: .seconds(1))
    #expect(await loads[1].value.result.code == Self.exceeded)
    try await transport.wait { $0.cancelled == 1 }
  }

  @Test func itCutsAPauseBetweenAttempts() async throws {
    let shop = try PolicyShop(.inTurn(FixtureReply.status(503).with("Retry-After", "7")))
    // The patient one makes the flight wait for its retry.
    let patient = shop.begin()
    try await shop.clock.waitForSleepers(count: 1)
    let hurried = shop.begin("1", LoadOptions(deadline: .seconds(1)))
    try await shop.pass(.seconds(1), sleepers: 2)
    let error = try #require(await hurried.value.result.error)
    #expect(error.code == Self.exceeded)
    #expect(error.failure?.attempts == 1)
    #expect(error.failure?.earlier.map(\.wait) == [.seconds(7)])
    patient.cancel()
    #expect(await patient.value.result.code == "cancelled")
  }

  @Test func whoWaitsInLineHasMadeNoAttempt() async throws {
    let shop = try PolicyShop(
      .inTurn(FixtureReply.lamp.delayed(.seconds(5))), rules: TrafficRules(maxInFlightPerOrigin: 1))
    let first = shop.begin("1")
    try await shop.clock.waitForSleepers(count: 1)
    let second = shop.begin("2", LoadOptions(deadline: .seconds(1)))
    try await waitUntil("it is in line") { shop.traffic.counts.waiting == 1 }
    try await shop.pass(.seconds(1), sleepers: 2)
    let outcome = await second.value
    #expect(outcome.result.code == Self.exceeded)
    #expect(outcome.result.error?.failure?.attempts == 0)
    #expect(outcome.metrics.attempts == 0)
    first.cancel()
    #expect(await first.value.result.code == "cancelled")
  }

  @Test func aRetryThatWaitsInLineIsNoAttemptYet() async throws {
    var script = FixtureScript()
    script.on("/1", FixtureReply.status(503).with("Retry-After", "7"), .lamp)
    script.on("/2", FixtureReply.lamp.delayed(.seconds(60)))
    let shop = try PolicyShop(script, rules: TrafficRules(maxInFlightPerOrigin: 1))
    let first = shop.begin("1", LoadOptions(deadline: .seconds(10)))
    try await shop.clock.waitForSleepers(count: 2)
    let second = shop.begin("2")
    try await shop.pass(.seconds(7), sleepers: 3)
    try await waitUntil("it is in line") { shop.traffic.counts.waiting == 1 }
    try await shop.pass(.seconds(3), sleepers: 2)
    let error = await first.value.result.error
    #expect(error?.code == Self.exceeded)
    #expect(error?.failure?.attempts == 1)
    #expect(error?.failure?.earlier.count == 1)
    second.cancel()
    #expect(await second.value.result.code == "cancelled")
  }

  @Test func whoseTurnCameHasMadeAnAttempt() async throws {
    let shop = try PolicyShop(
      .inTurn(FixtureReply.lamp.delayed(.seconds(5))), rules: TrafficRules(maxInFlightPerOrigin: 1))
    let first = shop.begin("1")
    try await shop.clock.waitForSleepers(count: 1)
    let second = shop.begin("2", LoadOptions(deadline: .seconds(7)))
    try await waitUntil("it is in line") { shop.traffic.counts.waiting == 1 }
    try await shop.pass(.seconds(5), sleepers: 2)
    #expect(await first.value.result.code == "ok")
    try await shop.pass(.seconds(2), sleepers: 2)
    #expect(await second.value.result.error?.failure?.attempts == 1)
  }

  @Test(arguments: Variant.allCases)
  func itHoldsForEachVariant(_ variant: Variant) async throws {
    let transport = ManualTransport()
    let clock = VirtualClock()
    let loader = try ProductLoader.timed(transport, configuration: .timed(by: clock, .seconds(1)))
    let run = variant.begin(loader, id: "1", isCancelled: false)
    try await transport.wait { $0.inFlight == 1 }
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    #expect(try await run.results().map(\.code) == [Self.exceeded])
    try await transport.wait { $0.cancelled == 1 }
  }

  @Test(arguments: Variant.allCases, [.zero, .seconds(-1), Duration.shortest])
  func withNoTimeAtAllNobodyIsAsked(_ variant: Variant, _ deadline: Duration) async throws {
    let transport = ManualTransport()
    let loader = try ProductLoader.timed(
      transport, configuration: .timed(by: VirtualClock(), deadline))
    let run = variant.begin(loader, id: "1", isCancelled: false)
    let results = try await run.results()
    #expect(results.map(\.code) == [Self.exceeded])
    #expect(results.first?.error?.failure?.attempts == 0)
    #expect(transport.current.asked.isEmpty)
  }

  @Test func whoseTimeIsOverAtTheStartIsNotToldInsideTheStart() async throws {
    let loader = try ProductLoader.timed(
      ManualTransport(), configuration: .timed(by: VirtualClock(), .zero))
    let results = Results<Product>()
    let call = StartingCall()
    call.run {
      loader.loadProduct(withID: "1", resultQueue: .inline) { result in
        call.handlerRuns()
        results.handler(result)
      }
    }
    try await results.wait(count: 1)
    #expect(!call.hadHandlerInside)
  }

  @Test func theLongestDeadlineIsNone() async throws {
    let transport = ManualTransport()
    let loader = try ProductLoader.timed(
      transport, configuration: .timed(by: ContinuousClock(), .longest))
    transport.answer("1")
    #expect(await loader.outcome(withID: "1").result.code == "ok")
  }

  @Test func aLoadsOwnGoesBeforeTheLoaders() async throws {
    let shop = try PolicyShop(
      .inTurn(FixtureReply.lamp.delayed(.seconds(5))), deadline: .seconds(1))
    let load = shop.begin("1", LoadOptions(deadline: .seconds(10)))
    try await shop.pass(.seconds(5), sleepers: 2)
    #expect(await load.value.result.code == "ok")
    // The timer is told to stop when the result is there, and does so in its own time.
    try await waitUntil("no timer is left") { shop.clock.sleepers == 0 }
  }
}

extension ProductLoader<Product> {
  /// Delivers on the main queue, where nothing else is said.
  fileprivate static func timed(
    _ transport: some Transport, configuration: LoaderConfiguration
  ) throws -> ProductLoader {
    let url = try shopURL()
    return ProductLoader(transport: transport, configuration: configuration) { id in
      url.appending(path: "\(id)")
    }
  }
}

extension LoaderConfiguration {
  fileprivate static func timed(
    by clock: any Clock<Duration>, _ deadline: Duration? = nil
  ) -> LoaderConfiguration {
    LoaderConfiguration(deadline: deadline, traffic: Traffic(clock: clock))
  }
}
