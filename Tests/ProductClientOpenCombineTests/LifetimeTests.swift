import Foundation
import OpenCombine
import ProductClient
import ProductClientOpenCombine
import TestSupport
import Testing

@testable import ProductClientTesting

/// A subscription holds nothing once it is over, and letting go of it cancels.
@Suite(.timeLimit(.minutes(1)))
struct LifetimeTests {
  let shop = Shop()
  let isGone = Observed(false)
  let isOver = Observed(false)

  /// Subscribes with closures that capture something.
  private func subscribe(to publisher: AnyPublisher<Product, LoadError>) -> AnyCancellable {
    let captured = Captured { [isGone] in isGone.update { $0 = true } }
    return publisher.sink { [isOver] _ in
      captured.use()
      isOver.update { $0 = true }
    } receiveValue: { _ in
      captured.use()
    }
  }

  @Test(arguments: ["7", "missing"])
  func whatASubscriberCapturedIsLetGoOfAtTheEnd(_ id: Product.ID) async throws {
    let publisher = shop.loader.productPublisher(withID: id)
    let cancellable = subscribe(to: publisher)
    try await isOver.wait { $0 }
    try await isGone.wait { $0 }
    withExtendedLifetime((publisher, cancellable)) {}
  }

  @Test func whatASubscriberCapturedIsLetGoOfWhenItCancels() async throws {
    let publisher = shop.loader.productPublisher(withID: "silent")
    let cancellable = subscribe(to: publisher)
    try await shop.transport.waitForRequests(count: 1)
    cancellable.cancel()
    try await isGone.wait { $0 }
    #expect(!isOver.value)
    withExtendedLifetime((publisher, cancellable)) {}
  }

  @Test func aSubscriberThatNeverAskedIsLetGoOf() async throws {
    func subscribe() {
      let captured = Captured { [isGone] in isGone.update { $0 = true } }
      shop.loader.productPublisher(withID: "7").subscribe(
        AnySubscriber(receiveSubscription: { _ in }, receiveValue: { _ in .none }) { _ in
          captured.use()
        })
    }
    subscribe()
    #expect(isGone.value)
    #expect(shop.transport.requestCount == 0)
  }

  @Test func aSubscriberThatLetsGoOfItsSubscriptionIsLoadedFor() async throws {
    shop.loader.productPublisher(withID: "7").subscribe(
      AnySubscriber(
        receiveSubscription: { $0.request(.max(1)) }, receiveValue: { _ in .none },
        receiveCompletion: { [isOver] _ in isOver.update { $0 = true } }))
    try await isOver.wait { $0 }
  }

  @Test func whatTheLoaderCapturedIsLetGoOfWithTheLastPublisher() async throws {
    func subscribe() throws -> AnyCancellable {
      let captured = Captured { [isGone] in isGone.update { $0 = true } }
      let url = try #require(URL(string: "http://shop.example/late"))
      let loader = ProductLoader<Product>(
        transport: shop.transport, resultQueue: shop.marked.queue
      ) { _ in
        captured.use()
        return url
      }
      return loader.productPublisher(withID: "late").sink { [isOver] _ in
        isOver.update { $0 = true }
      } receiveValue: { _ in
      }
    }
    let cancellable = try subscribe()
    // The load goes on without its loader.
    try await shop.clock.waitForSleepers(count: 1)
    shop.clock.advance(by: .seconds(1))
    try await isOver.wait { $0 }
    try await isGone.wait { $0 }
    withExtendedLifetime(cancellable) {}
  }

  @Test func lettingGoOfTheCancellableClosesTheConnection() async throws {
    let server = try await FixtureServer.start(Shop.script)
    let transport = CurlTransport(
      configuration: CurlConfiguration(maxConcurrentExchanges: 8, proxy: .none))
    // Only the cancel is to end it.
    var configuration = LoaderConfiguration()
    configuration.timeouts.attempt = .seconds(600)
    configuration.timeouts.stall = .seconds(600)
    let loader = ProductLoader<Product>(transport: transport, configuration: configuration) { id in
      server.url("/\(id)")
    }
    var cancellable: AnyCancellable? = subscribe(to: loader.productPublisher(withID: "silent"))
    try await server.waitForRequests(count: 1)
    #expect(server.openConnections == 1)
    withExtendedLifetime(cancellable) {}
    cancellable = nil
    try await server.waitForOpenConnections(count: 0)
    try await isGone.wait { $0 }
    #expect(!isOver.value)
    await server.stop()
  }
}
