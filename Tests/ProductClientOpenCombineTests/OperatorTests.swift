import OpenCombine
import ProductClient
import ProductClientOpenCombine
import TestSupport
import Testing

@testable import ProductClientTesting

/// Publishers of products go through the framework's operators like any other.
@Suite(.timeLimit(.minutes(1)))
struct OperatorTests {
  let shop = Shop()

  /// All values of the publisher, which is asked for all of them at once.
  ///
  /// An `AsyncSequence` asks for one after the other, from another thread than delivers. OpenCombine's
  /// `flatMap` is not made for that: it reads a flag of the delivery outside of its lock.
  private func values<Value: Sendable>(
    of publisher: AnyPublisher<Value, LoadError>
  ) async throws -> [Value] {
    var values: [Value] = []
    for try await all in publisher.collect().values { values += all }
    return values
  }

  @Test func itsValuesAreAnAsyncSequence() async throws {
    var ids: [Product.ID] = []
    for try await product in shop.loader.productPublisher(withID: "7").values {
      ids.append(product.id)
    }
    #expect(ids == ["7"])
  }

  @Test func asAnAsyncSequenceItThrowsTheError() async throws {
    let error = await #expect(throws: LoadError.self) {
      for try await _ in shop.loader.productPublisher(withID: "missing").values {}
    }
    #expect(error?.code == "notFound")
  }

  @Test func cancellingTheTaskEndsTheAsyncSequence() async throws {
    let task = Task { [shop] in
      for try await _ in shop.loader.productPublisher(withID: "silent").values {
        Issue.record("the shop was silent")
      }
    }
    try await shop.transport.waitForRequests(count: 1)
    task.cancel()
    try await task.value
  }

  @Test func aValueIsMapped() async throws {
    let names = shop.loader.productPublisher(withID: "7").map(\.name).eraseToAnyPublisher()
    #expect(try await values(of: names) == ["Thing 7"])
  }

  @Test func oneLoadFollowsAnother() async throws {
    let loader = shop.loader
    let second = loader.productPublisher(withID: "7")
      .flatMap { loader.productPublisher(withID: Product.ID("\($0.id)-more")) }
      .eraseToAnyPublisher()
    #expect(try await values(of: second).map(\.id) == ["7-more"])
    #expect(shop.transport.requests.map(\.path) == ["/7", "/7-more"])
  }

  @Test func twoLoadsAreZipped() async throws {
    let both = shop.loader.productPublisher(withID: "1")
      .zip(shop.loader.productPublisher(withID: "2"))
      .map { [$0.id, $1.id] }
      .eraseToAnyPublisher()
    #expect(try await values(of: both) == [["1", "2"]])
  }

  @Test func aFailureEndsAZipAndCancelsTheOther() async throws {
    let isCancelled = Observed(false)
    let silent = shop.loader.productPublisher(withID: "silent")
      .handleEvents(receiveCancel: { isCancelled.update { $0 = true } })
    let both = shop.loader.productPublisher(withID: "missing").zip(silent)
      .map { [$0.id, $1.id] }
      .eraseToAnyPublisher()
    let error = await #expect(throws: LoadError.self) { _ = try await values(of: both) }
    #expect(error?.code == "notFound")
    try await isCancelled.wait { $0 }
  }

  @Test(arguments: [Subscribers.Demand.unlimited, .max(4)])
  func aHundredLoadsAreCollected(_ atOnce: Subscribers.Demand) async throws {
    let loader = shop.loader
    let ids = (1...100).map { Product.ID($0) }
    let all = ids.publisher
      .flatMap(maxPublishers: atOnce) { loader.productPublisher(withID: $0) }
      .eraseToAnyPublisher()
    let products = try await values(of: all)
    #expect(products.count == 100)
    #expect(Set(products.map(\.id)) == Set(ids))
    #expect(shop.transport.requestCount == 100)
  }

  @Test func aRetryLoadsAgain() async throws {
    let publisher = shop.loader.productPublisher(withID: "second-time").retry(1)
    #expect(try await values(of: publisher.eraseToAnyPublisher()).map(\.id) == ["second-time"])
    #expect(shop.transport.requestCount == 2)
  }

  @Test func sharedItIsOneLoad() async throws {
    let publisher = shop.loader.productPublisher(withID: "late").share()
    let recorders = [Recorder(), Recorder()]
    for recorder in recorders { publisher.subscribe(recorder) }
    try await shop.clock.waitForSleepers(count: 1)
    shop.clock.advance(by: .seconds(1))
    for recorder in recorders {
      #expect(try await recorder.wait(count: 2) == [.value("late"), .finished])
    }
    #expect(shop.transport.requestCount == 1)
  }
}
