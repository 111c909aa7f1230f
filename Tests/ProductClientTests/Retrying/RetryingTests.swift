import ProductClientTesting
import Testing

@testable import ProductClient

/// Loads that are tried again, from the outside.
@Suite(.timeLimit(.minutes(1)))
struct RetryingTests {
  @Test func anAttemptAfterAFailedOneBringsTheProduct() async throws {
    let shop = try PolicyShop(.inTurn(.status(503), .lamp))
    let outcome = await shop.load()
    #expect(outcome.result.code == "ok")
    #expect(outcome.metrics.attempts == 2)
    #expect(outcome.metrics.status == 200)
    #expect(shop.transport.requestCount == 2)
    #expect(shop.traffic.counts == (0, 0))
  }

  @Test func theLastErrorTellsOfTheAttemptsBefore() async throws {
    let replies: [FixtureReply] = [
      .status(503), FixtureReply.lamp.with(.resetBeforeHead), .status(429),
      .problem(503, title: "Closed"),
    ]
    let shop = try PolicyShop(.inTurn(replies[0], replies[1], replies[2], replies[3]))
    let outcome = await shop.load()
    let error = try #require(outcome.result.error)
    #expect(error.code == "status")
    #expect(error.failure?.attempts == 4)
    #expect(outcome.metrics.attempts == 4)
    #expect(error.failure?.earlier.map(\.code) == ["status", "transfer", "status"])
    #expect(error.failure?.earlier.first?.reason == "503 Service Unavailable")
    #expect(
      error.description == """
        The server answered 503 for http://shop.example/1: Closed (after 4 attempts, the earlier \
        ones: 503 Service Unavailable; Connection reset by peer; 429 Too Many Requests). Try again \
        later.
        """)
  }

  @Test(arguments: [
    (FixtureReply.status(404), "notFound"), (.status(401), "status"), (.status(501), "status"),
    (.json("{"), "undecodable"), (.json(#"{"id": 1, "name": 2}"#), "undecodable"),
  ])
  func whatAnotherAttemptCannotMendIsNotTriedAgain(
    _ reply: FixtureReply, _ code: String
  ) async throws {
    let shop = try PolicyShop(.inTurn(reply))
    let outcome = await shop.load()
    #expect(outcome.result.code == code)
    #expect(outcome.result.error?.failure?.attempts == 1)
    #expect(outcome.result.error?.failure?.earlier == [])
    #expect(shop.transport.requestCount == 1)
  }

  @Test func anErrorThatAnotherAttemptCannotMendEndsARetry() async throws {
    let traffic = Traffic(clock: VirtualClock())
    let failure = LoadFailure(url: "u", reason: "no", attempts: 1)
    for (error, attempts) in [
      (LoadError.tls(failure), 1), (.resolve(failure), 1), (.connect(failure), 4),
    ] {
      let failing = FailingStage(error: error)
      let stage = Retrying(
        next: failing, policy: RetryPolicy(), traffic: traffic, chance: Chance { 0 })
      let ended = try await stage.error(of: HTTPRequest(url: shopURL("1")))
      #expect(ended?.code == error.code)
      #expect(ended?.failure?.attempts == attempts)
    }
  }

  @Test func thePauseIsDrawnAndWaitedExactly() async throws {
    let shop = try PolicyShop(.inTurn(.status(503), .status(503), .lamp), draw: 1 << 63)
    let load = shop.begin()
    try await shop.pass(.milliseconds(100))
    try await shop.pass(.milliseconds(200))
    #expect(await load.value.result.code == "ok")
    #expect(shop.transport.requestCount == 3)
  }

  @Test func retryAfterIsWaitedExactly() async throws {
    let shop = try PolicyShop(.inTurn(FixtureReply.status(503).with("Retry-After", "7"), .lamp))
    let load = shop.begin()
    try await shop.pass(.seconds(7))
    #expect(await load.value.metrics.attempts == 2)
  }

  @Test func aRetryAfterThatIsTooLongEndsTheLoadAtOnce() async throws {
    let shop = try PolicyShop(.inTurn(FixtureReply.status(503).with("Retry-After", "61")))
    let error = try #require(await shop.load().result.error)
    #expect(error.code == "status")
    #expect(error.failure?.retryAfter == .seconds(61))
    #expect(
      error.failure?.reason
        == "Service Unavailable; not tried again, the server asks to wait longer than allowed")
    #expect(shop.transport.requestCount == 1)
  }

  @Test func whatTheServerAsksForIsToldOfAStatusThatIsNotRetriedToo() async throws {
    let shop = try PolicyShop(
      .inTurn(FixtureReply.status(429).with("Retry-After", "5")),
      retries: RetryPolicy(statuses: []))
    #expect(await shop.load().result.error?.failure?.retryAfter == .seconds(5))
  }

  @Test func noPauseIsBegunThatEndsAfterTheDeadline() async throws {
    let shop = try PolicyShop(
      .inTurn(FixtureReply.status(503).with("Retry-After", "7")), deadline: .seconds(7))
    let error = try #require(await shop.load().result.error)
    #expect(error.code == "status")
    #expect(
      error.failure?.reason
        == "Service Unavailable; not tried again, the wait would end after the deadline")
    #expect(error.failure?.retryAfter == .seconds(7))
  }

  @Test func aBudgetThatIsUsedUpEndsTheLoad() async throws {
    let shop = try PolicyShop(
      .inTurn(.status(503)), rules: TrafficRules(breaker: nil, retryShare: 0, retryReserve: 2))
    let error = try #require(await shop.load().result.error)
    #expect(error.failure?.attempts == 3)
    #expect(
      error.failure?.reason == "Service Unavailable; not tried again, the retry budget is used up")
    #expect(await shop.load().result.error?.failure?.attempts == 1)
    // Of another server there is a budget of its own.
    #expect(await shop.load("other.example/1").result.error?.failure?.attempts == 3)
  }

  @Test func cancellingEndsThePause() async throws {
    let shop = try PolicyShop(.inTurn(FixtureReply.status(503).with("Retry-After", "7")))
    let load = shop.begin()
    try await shop.clock.waitForSleepers(count: 1)
    load.cancel()
    #expect(await load.value.result.code == "cancelled")
    #expect(shop.transport.requestCount == 1)
  }

  /// However many ask a server that is dead, it is asked little more than it would be without retries.
  @Test func aDeadServerIsNotAskedFourTimesByEach() async throws {
    let shop = try PolicyShop(
      .inTurn(.status(503)),
      rules: TrafficRules(breaker: nil, retryShare: 0.2, retryReserve: 10), sharesLoads: false)
    await withTaskGroup { group in
      for _ in 1...100 { group.addTask { _ = await shop.load() } }
    }
    #expect((100...130) ~= shop.transport.requestCount)
  }
}

private struct FailingStage: ProductClient.Stage {
  let error: LoadError

  func answer(to request: HTTPRequest, on course: Course) async throws(LoadError) -> Answer {
    throw error
  }
}
