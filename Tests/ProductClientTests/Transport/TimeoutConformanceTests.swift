import Foundation
import ProductClient
import ProductClientTesting
import Testing

/// The time for the first byte and the least speed, and that each says which it was: sentence 6.
@Suite(.timeLimit(.minutes(2)))
struct TimeoutConformanceTests {
  private static let hour = Duration.seconds(3600)

  @Test(arguments: TransportUnderTest.keeping())
  func anAnswerThatDoesNotBeginInTimeTimesOut(_ transport: TransportUnderTest) async throws {
    try await withFixtureServer(.answering(.json("{}").with(.silence))) { server in
      let error = await transport.make().error(
        of: HTTPRequest(
          url: server.url("/"),
          timeouts: ExchangeTimeouts(
            attempt: Self.hour, firstByte: .milliseconds(250), stall: Self.hour)))
      #expect(error?.code == "timedOut")
      #expect(error?.failure?.reason == "no byte of an answer within 0.25 seconds")
    }
  }

  /// One after the other on one transport: the second must not wait for the first one's time.
  @Test(arguments: TransportUnderTest.keeping())
  func eachExchangeHasATimeOfItsOwnForItsFirstByte(_ transport: TransportUnderTest) async throws {
    try await withFixtureServer(.answering(.json("{}").with(.silence))) { server in
      let subject = transport.make()
      let errors = await withTaskGroup(of: String?.self) { group in
        for time in [Self.hour, .milliseconds(300), .milliseconds(200)] {
          group.addTask {
            await subject.error(
              of: HTTPRequest(
                url: server.url("/"),
                timeouts: ExchangeTimeouts(
                  attempt: Self.hour, firstByte: time, stall: Self.hour)))?.failure?.reason
          }
        }
        let first = [await group.next(), await group.next()]
        group.cancelAll()
        return first.compactMap { $0 ?? nil }
      }
      #expect(
        errors == [
          "no byte of an answer within 0.2 seconds", "no byte of an answer within 0.3 seconds",
        ])
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func anAnswerThatBeganInTimeMayEndLater(_ transport: TransportUnderTest) async throws {
    let slow = FixtureReply.json("[1, 2, 3]").with(.drip(bytes: 3, every: .seconds(2)))
    try await withFixtureServer(.answering(slow)) { server in
      let response = try await transport.make().perform(
        HTTPRequest(url: server.url("/"), timeouts: ExchangeTimeouts(firstByte: .seconds(5))))
      #expect(response.body.count == 9)
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func anAnswerThatIsTooSlowTimesOut(_ transport: TransportUnderTest) async throws {
    let slow = FixtureReply(body: Array(repeating: 0x20, count: 100_000))
      .with(.drip(bytes: 5, every: .milliseconds(100)))
    try await withFixtureServer(.answering(slow)) { server in
      let error = await transport.make().error(
        of: HTTPRequest(
          url: server.url("/"),
          timeouts: ExchangeTimeouts(
            attempt: Self.hour, stall: .seconds(2), stallBytesPerSecond: 1000)))
      #expect(error?.code == "timedOut")
      #expect(error?.failure?.reason == "fewer than 1000 bytes a second for 2 seconds")
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func anAttemptThatTakesTooLongSaysSo(_ transport: TransportUnderTest) async throws {
    try await withFixtureServer(.answering(.json("{}").with(.silence))) { server in
      let error = await transport.make().error(
        of: HTTPRequest(
          url: server.url("/"), timeouts: ExchangeTimeouts(attempt: .milliseconds(200))))
      let reason = try #require(error?.failure?.reason)
      #expect(reason.hasPrefix("no whole answer within 0.2 seconds"))
    }
  }

  @Test(
    arguments: TransportUnderTest.keeping(), [Duration.seconds(Int64.max), .seconds(Int64.min)])
  func aTimeForTheFirstByteMayBeAsLongOrShortAsItLikes(
    _ transport: TransportUnderTest, _ time: Duration
  ) async throws {
    try await withFixtureServer(.answering(.json("{}").with(.delay(.milliseconds(50))))) { server in
      let error = await transport.make().error(
        of: HTTPRequest(
          url: server.url("/"),
          timeouts: ExchangeTimeouts(firstByte: time, stallBytesPerSecond: .min)))
      #expect(error?.code == (time > .zero ? nil : "timedOut"))
    }
  }
}
