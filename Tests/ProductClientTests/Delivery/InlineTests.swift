import TestSupport
import Dispatch
import Foundation
import ProductClient
import Testing

@testable import ProductClientTesting

/// `.inline`: no queue. The handler runs where the load ends, but never inside the call that
/// starts it.
@Suite(.timeLimit(.minutes(1)))
struct InlineTests {
  let results = Results<Product>()
  let clock = VirtualClock()

  /// A loader whose result is there at once.
  private func loaderThatFailsAtOnce(
    resultQueue: some ResultQueue = .inline
  ) -> ProductLoader<Product> {
    ProductLoader(transport: FixtureTransport(.shop), resultQueue: resultQueue) { _ in
      throw CancellationError()
    }
  }

  private func loader(_ script: FixtureScript) throws -> ProductLoader<Product> {
    let url = try shopURL()
    return ProductLoader(transport: FixtureTransport(script, clock: clock)) { _ in url }
  }

  @Test(arguments: [Hop.always, .whenNeeded])
  func itNeverRunsInsideTheStartingCall(_ hop: Hop) async throws {
    // One has its result at once, the other as soon as the transport is asked.
    for loader in [loaderThatFailsAtOnce(), try loader(.shop)] {
      let results = Results<Product>()
      for count in 1...100 {
        let call = StartingCall()
        call.run {
          loader.loadProduct(withID: "1", resultQueue: .inline, hop: hop) { result in
            call.handlerRuns()
            results.handler(result)
          }
        }
        try await results.wait(count: count)
        #expect(!call.hadHandlerInside)
      }
    }
  }

  @Test func aLoaderMayBeInlineAltogether() async throws {
    loaderThatFailsAtOnce(resultQueue: .inline).loadProduct(withID: "1", handler: results.handler)
    #expect(try await results.first().code == "invalidURL")
  }

  @Test func theHandlerOfACancelRunsInsideIt() async throws {
    let loader = try loader(.answering(CancellationTests.silence))
    let task = loader.loadProduct(withID: "1", resultQueue: .inline, handler: results.handler)
    #expect(results.all.isEmpty)
    task.cancel()
    #expect(results.all == [.failure(.cancelled)])
  }

  @Test func itIsNotTheLoadersQueueNorTheMainQueue() async throws {
    let script = FixtureScript.answering(
      FixtureReply.product("1", named: "Lamp").with(.delay(.seconds(1))))
    let loader = try loader(script)
    let main = MarkedQueue(.main)
    let wasOnMain = Observed<Bool?>(nil)
    loader.loadProduct(withID: "1", resultQueue: .inline) { _ in
      wasOnMain.update { [isCurrent = main.isCurrent] in $0 = isCurrent }
    }
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(1))
    try await wasOnMain.wait { $0 != nil }
    #expect(wasOnMain.value == false)
  }

  @Test func aHandlerMayStartAndCancelLoads() async throws {
    let loader = try loader(.shop)
    let silent = try self.loader(.answering(CancellationTests.silence))
      .loadProduct(withID: "1", resultQueue: .inline, handler: results.handler)
    loader.loadProduct(withID: "1", resultQueue: .inline) { [results] result in
      results.handler(result)
      silent.cancel()
      loader.loadProduct(withID: "1", resultQueue: .inline, handler: results.handler)
    }
    #expect(try await results.wait(count: 3).map(\.code) == ["ok", "cancelled", "ok"])
  }

  @Test func aChainOfManyLoadsFromHandlersNeedsNoDeepStack() async throws {
    for loader in [loaderThatFailsAtOnce(), try loader(.shop)] {
      let results = Results<Product>()
      @Sendable func loadAgain(_ remaining: Int) {
        loader.loadProduct(withID: "1", resultQueue: .inline) { result in
          results.handler(result)
          if remaining > 1 { loadAgain(remaining - 1) }
        }
      }
      loadAgain(2000)
      try await results.wait(count: 2000)
    }
  }
}
