import Foundation
import TestSupport
import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// However many exchanges an attempt takes, it has the time of one attempt.
@Suite(.timeLimit(.minutes(1)))
struct AttemptTimeTests {
  private func stages(
    _ transport: some Transport, _ provider: ScriptedProvider? = nil
  ) -> Redirecting<Authorizing<Transporting>> {
    let credentials = provider.map { Credentials(from: $0, launch: Launch()) }
    return Redirecting(
      next: Authorizing(next: Transporting(transport: transport), credentials: credentials),
      policy: .follow())
  }

  private func request(_ attempt: Duration) throws -> HTTPRequest {
    HTTPRequest(url: try shopURL("1"), timeouts: ExchangeTimeouts(attempt: attempt))
  }

  @Test func eachHopHasWhatThoseBeforeItLeft() async throws {
    let transport = SlowTransport([
      .status(302).with("Location", "/2"), .status(302).with("Location", "/3"), .json("{}"),
    ])
    let answer = try await stages(transport).answer(to: try request(.seconds(30)), on: Course())
    #expect(answer.response.status == 200)
    #expect(transport.times.value == [.seconds(30), .seconds(20), .seconds(10)])
  }

  @Test func noHopIsBegunWithoutTime() async throws {
    let transport = SlowTransport([
      .status(302).with("Location", "/2"), .status(302).with("Location", "/3"), .json("{}"),
    ])
    let error = await stages(transport).error(of: try request(.seconds(20)))
    #expect(error?.code == "timedOut")
    #expect(error?.failure?.url == "http://shop.example/3")
    #expect(
      error?.failure?.reason
        == "no whole answer within 20 seconds: what came before it took as long")
    #expect(transport.times.value == [.seconds(20), .seconds(10)])
  }

  @Test func anotherCredentialIsTriedInTheSameTime() async throws {
    let transport = SlowTransport([
      .status(401), .status(302).with("Location", "/2"), .json("{}"),
    ])
    let provider = ScriptedProvider { .bearer("\($0.number)") }
    let answer = try await stages(transport, provider)
      .answer(to: try request(.seconds(30)), on: Course())
    #expect(answer.response.status == 200)
    #expect(transport.times.value == [.seconds(30), .seconds(20), .seconds(10)])
  }

  @Test func noOtherCredentialIsTriedWithoutTime() async throws {
    let transport = SlowTransport([.status(401), .json("{}")])
    let provider = ScriptedProvider { .bearer("\($0.number)") }
    let error = await stages(transport, provider).error(of: try request(.seconds(10)))
    #expect(error?.code == "timedOut")
    #expect(transport.times.value == [.seconds(10)])
  }
}

/// Gives its replies in turn, each of which it says took ten seconds; notes the times it was given.
private final class SlowTransport: Transport {
  let times = Observed<[Duration]>([])
  private let replies: [FixtureReply]

  init(_ replies: [FixtureReply]) {
    self.replies = replies
  }

  func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
    let number = times.update { times in
      times.append(request.timeouts.attempt)
      return times.count
    }
    let reply = replies[min(number, replies.count) - 1]
    return HTTPResponse(
      status: reply.status, fields: reply.fields, body: reply.body,
      metrics: ExchangeMetrics(total: .seconds(10)))
  }
}
