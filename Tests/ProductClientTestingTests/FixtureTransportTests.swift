import Foundation
import ProductClient
import ProductClientTesting
import Testing

/// A fixture transport shows what a client would see of a server with the same script.
@Suite(.timeLimit(.minutes(1)))
struct FixtureTransportTests {
  private static let reply = FixtureReply(body: Array("0123456789".utf8)).with("ETag", "\"1\"")

  private func request(
    _ path: String = "/x",
    limits: ExchangeLimits = ExchangeLimits(),
    timeouts: ExchangeTimeouts = ExchangeTimeouts()
  ) throws -> HTTPRequest {
    let url = try #require(URL(string: "http://user:secret@shop.example\(path)"))
    return HTTPRequest(url: url, limits: limits, timeouts: timeouts)
  }

  private func outcome(
    of reply: FixtureReply,
    limits: ExchangeLimits = ExchangeLimits()
  ) async throws -> Result<HTTPResponse, LoadError> {
    var script = FixtureScript()
    script.on("/x", reply)
    return await FixtureTransport(script).result(of: try request("/x?token=hidden", limits: limits))
  }

  @Test func aReplyIsReturnedWhole() async throws {
    let response = try await outcome(of: Self.reply).get()
    #expect(response.status == 200)
    #expect(response.fields["etag"] == "\"1\"")
    #expect(response.body == Array("0123456789".utf8))
    #expect(response.metrics.receivedBytes == 10)
    #expect(response.metrics.version == .http1_1)
  }

  @Test(
    arguments: [
      (reply.with(.cut(afterBodyBytes: 5)), "transfer"),
      (reply.with(.cut(afterBodyBytes: 10)).with(.chunked(size: 4)), "transfer"),
      (reply.with(.cutHead(afterBytes: 5)), "transfer"),
      (reply.with(.reset(afterBodyBytes: 5)), "transfer"),
      (reply.with(.reset(afterBodyBytes: 5)).with(.untilClose), "transfer"),
      (reply.with(.resetBeforeHead), "transfer"),
      (reply.with(.malformedHead([1, 2, 3])), "transfer"),
      (.raw([1, 2, 3]), "transfer"),
    ])
  func aBrokenAnswerIsAnErrorOfTheTransfer(reply: FixtureReply, code: String) async throws {
    let outcome = try await outcome(of: reply)
    #expect(throws: LoadError.self) { try outcome.get() }
    #expect(outcome.code == code)
  }

  @Test(
    arguments: [
      (reply.with(.cut(afterBodyBytes: 10)), "0123456789"),
      (reply.with(.reset(afterBodyBytes: 99)), "0123456789"),
      (reply.with(.cut(afterBodyBytes: 4)).with(.untilClose), "0123"),
      (reply.with(.drip(bytes: 3, every: .zero)), "0123456789"),
    ])
  func whatAClientCannotNoticeIsNoError(reply: FixtureReply, body: String) async throws {
    #expect(try await outcome(of: reply).get().body == Array(body.utf8))
  }

  @Test(
    arguments: [
      (reply, 9, "tooLarge"), (reply, 10, nil),
      (reply.with(.chunked(size: 3)), 9, "tooLarge"),
      (reply.with(.cut(afterBodyBytes: 3)), 9, "tooLarge"),
      (reply.with(.cut(afterBodyBytes: 3)).with(.chunked(size: 3)), 9, "transfer"),
      (reply.with(.stall(afterBodyBytes: 3)), 9, "tooLarge"),
    ])
  func aBodyBeyondTheLimitIsTooLarge(reply: FixtureReply, limit: Int, code: String?) async throws {
    #expect(try await outcome(of: reply, limits: ExchangeLimits(bodyBytes: limit)).code == code)
  }

  @Test func aHeadBeyondTheLimitIsTooLarge() async throws {
    let outcome = try await outcome(of: Self.reply, limits: ExchangeLimits(headerBytes: 20))
    #expect(outcome.code == "tooLarge")
  }

  @Test func errorsHoldNoSecrets() async throws {
    let outcome = try await outcome(of: Self.reply.with(.resetBeforeHead))
    #expect(outcome.failure?.url == "http://shop.example/x?token=…")
  }

  @Test func connectionsFailAsTheScriptSays() async throws {
    var script = FixtureScript()
    script.on("/x", Self.reply)
    script.acceptances = [.refuse, .reset, .serve]
    let transport = FixtureTransport(script)
    var codes: [String?] = []
    for _ in 1...4 { codes.append(await transport.result(of: try request()).code) }
    #expect(codes == ["connect", "transfer", nil, nil])
    #expect(transport.requestCount == 2)
  }

  @Test func successiveRequestsGetSuccessiveReplies() async throws {
    var script = FixtureScript()
    script.on("/x", .status(503), .status(500), .json("1"))
    let transport = FixtureTransport(script)
    var statuses: [Int] = []
    for _ in 1...4 { statuses.append(try await transport.perform(try request()).status) }
    #expect(statuses == [503, 500, 200, 200])
    #expect(transport.requests.map(\.number) == [1, 2, 3, 4])
  }

  @Test func requestsAreRecordedWithTheirFields() async throws {
    var request = try request("/p/1.json?a=b%20c")
    request.fields = try [#require(HTTPField(name: "Accept", value: "text/html"))]
    let transport = FixtureTransport(FixtureScript())
    #expect(try await transport.perform(request).status == 404)
    #expect(transport.requests.map(\.target) == ["/p/1.json?a=b%20c"])
    #expect(transport.requests.first?.fields["accept"] == "text/html")
  }

  // MARK: Time

  @Test(
    arguments: [
      (reply.with(.silence), 7, nil),
      (reply.with(.stall(afterBodyBytes: 3)), 7, nil),
      (reply.with(.delay(.seconds(100))), 7, nil),
      (reply.with(.delay(.seconds(6))), 6, 200),
      (reply.with(.drip(bytes: 5, every: .seconds(3))), 6, 200),
      (reply.with(.drip(bytes: 1, every: .seconds(3))), 7, nil),
      (reply.with(.drip(bytes: 1, every: .seconds(1))), 10, nil),
    ] as [(FixtureReply, Int, Int?)]
  )
  func anAnswerTakesTheTimeOfTheScriptOrTimesOut(
    reply: FixtureReply,
    seconds: Int,
    status: Int?
  ) async throws {
    var script = FixtureScript()
    script.on("/x", reply)
    let clock = VirtualClock()
    let transport = FixtureTransport(script, clock: clock)
    let request = try request(
      timeouts: ExchangeTimeouts(attempt: .seconds(10), stall: .seconds(7))
    )
    async let outcome = transport.result(of: request)
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(seconds) - .nanoseconds(1))
    #expect(clock.sleepers == 1)
    clock.advance(by: .nanoseconds(1))
    #expect(clock.sleepers == 0)
    let result = await outcome
    #expect((try? result.get())?.status == status)
    #expect(result.code == (status == nil ? "timedOut" : nil))
    #expect(result.metrics?.total == .seconds(seconds))
  }

  private static let times = ExchangeTimeouts(
    attempt: .seconds(10), firstByte: .seconds(4), stall: .seconds(7), stallBytesPerSecond: 2)

  @Test(
    arguments: [
      (reply.with(.silence), 4, "no byte of an answer within 4 seconds"),
      (reply.with(.delay(.seconds(5))), 4, "no byte of an answer within 4 seconds"),
      (reply.with(.delay(.seconds(3))), 3, nil),
      (reply.with(.stall(afterBodyBytes: 3)), 7, "fewer than 2 bytes a second for 7 seconds"),
      (
        reply.with(.drip(bytes: 1, every: .seconds(1))), 7,
        "fewer than 2 bytes a second for 7 seconds"
      ),
      (reply.with(.drip(bytes: 4, every: .seconds(2))), 6, nil),
      (reply.with(.drip(bytes: 6, every: .seconds(3))), 6, nil),
      (
        reply.with(.drip(bytes: 2, every: .seconds(2))), 7,
        "fewer than 2 bytes a second for 7 seconds"
      ),
      (reply.with(.drip(bytes: 20, every: .seconds(10))), 10, "no whole answer within 10 seconds"),
    ] as [(FixtureReply, Int, String?)]
  )
  func theFirstByteAndTheLeastSpeedHaveTheirTimes(
    reply: FixtureReply, seconds: Int, reason: String?
  ) async throws {
    var script = FixtureScript()
    script.on("/x", reply)
    let clock = VirtualClock()
    let transport = FixtureTransport(script, clock: clock)
    let request = try request(timeouts: Self.times)
    async let outcome = transport.result(of: request)
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(seconds) - .nanoseconds(1))
    #expect(clock.sleepers == 1)
    clock.advance(by: .nanoseconds(1))
    let result = await outcome
    #expect(result.failure?.reason == reason)
    #expect(result.metrics?.total == .seconds(seconds))
  }

  @Test func aConnectionThatBreaksBeforeTheFirstByteIsNoTimeout() async throws {
    var script = FixtureScript()
    script.on("/x", Self.reply.with(.resetBeforeHead))
    let result = await FixtureTransport(script).result(of: try request(timeouts: Self.times))
    #expect(result.code == "transfer")
  }

  @Test(arguments: [Fault.silence, .stall(afterBodyBytes: 1), .delay(.seconds(1))])
  func cancellationEndsTheWait(fault: Fault) async throws {
    var script = FixtureScript()
    script.on("/x", Self.reply.with(fault))
    let clock = VirtualClock()
    let transport = FixtureTransport(script, clock: clock)
    let request = try request()
    let load = Task { await transport.result(of: request) }
    try await clock.waitForSleepers(count: 1)
    load.cancel()
    #expect(await load.value == .failure(.cancelled))
  }

  @Test func aCancelledTaskAsksNothing() async throws {
    let transport = FixtureTransport(FixtureScript())
    let request = try request()
    let load = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await transport.result(of: request)
    }
    #expect(await load.value == .failure(.cancelled))
    #expect(transport.requestCount == 0)
  }
}

extension FixtureTransport {
  fileprivate func result(of request: HTTPRequest) async -> Result<HTTPResponse, LoadError> {
    do {
      return .success(try await perform(request))
    } catch {
      return .failure(error)
    }
  }
}

extension Result<HTTPResponse, LoadError> {
  fileprivate var failure: LoadFailure? {
    guard case .failure(let error) = self else { return nil }
    return error.failure
  }

  fileprivate var code: String? {
    guard case .failure(let error) = self else { return nil }
    return error.code
  }

  fileprivate var metrics: ExchangeMetrics? {
    switch self {
    case .success(let response): response.metrics
    case .failure(let error): error.failure?.exchange
    }
  }
}
