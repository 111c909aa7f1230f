import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// While nothing is stored, the updates of an id are one result: the fresh one.
@Suite(.timeLimit(.minutes(1)))
struct LoadUpdatesTests {
  let transport = ManualTransport()

  @Test func theFreshOneComesAndThenTheEnd() async throws {
    transport.answer(7)
    var iterator = try ProductLoader.over(transport).updates(forID: "7").makeAsyncIterator()
    #expect(await iterator.next()?.model?.id == "7")
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test func aFailureIsAResultLikeAnyOther() async throws {
    let loader = try ProductLoader.over(FixtureTransport(.answering(.status(404))))
    var codes: [String] = []
    for await result in loader.updates(forID: "7") { codes.append(result.code) }
    #expect(codes == ["notFound"])
  }

  @Test func nothingIsLoadedBeforeTheFirstRead() async throws {
    _ = try ProductLoader.over(transport).updates(forID: "7").makeAsyncIterator()
    #expect(transport.current.asked.isEmpty)
  }

  @Test func eachIterationLoadsAnew() async throws {
    transport.answer(7)
    let updates = try ProductLoader.over(transport).updates(forID: "7")
    for _ in 1...2 {
      for await result in updates { #expect(result.model?.id == "7") }
    }
    #expect(transport.current.asked == ["7", "7"])
  }

  @Test func cancellingTheTaskCancelsTheLoad() async throws {
    let updates = try ProductLoader.over(transport).updates(forID: "7")
    let reading = Task { await updates.reduce(into: []) { $0.append($1) } }
    try await transport.wait { $0.inFlight == 1 }
    reading.cancel()
    #expect(await reading.value == [.failure(.cancelled)])
    try await transport.wait { $0.inFlight == 0 }
    #expect(transport.current.cancelled == 1)
  }

  @Test func aTaskThatWasCancelledBeforeAsksNothing() async throws {
    let updates = try ProductLoader.over(transport).updates(forID: "7")
    let results = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await updates.reduce(into: []) { $0.append($1) }
    }.value
    #expect(results == [.failure(.cancelled)])
    #expect(transport.current.asked.isEmpty)
  }
}
