import Foundation
import OpenCombine
import ProductClient
import ProductClientOpenCombine
import ProductClientTesting
import TestSupport
import Testing

/// Values and ends come on the queue named, else on the loader's, else on the main queue.
@Suite(.timeLimit(.minutes(1)))
struct QueueTests {
  static let main = MarkedQueue(.main)
  let shop = Shop()
  let own = MarkedQueue()

  @Test(arguments: ["7", "missing"])
  func withoutAQueueItIsTheLoaders(_ id: Product.ID) async throws {
    let publisher = shop.loader.productPublisher(withID: id)
    let isThere = await isAllReceived(of: publisher) { [shop] in shop.marked.isCurrent }
    #expect(isThere)
  }

  @Test func ofALoaderWithoutAQueueItIsTheMainQueue() async throws {
    let loader = ProductLoader<Product>(transport: shop.transport) { _ in
      throw CancellationError()
    }
    let isThere = await isAllReceived(of: loader.productPublisher(withID: "7")) {
      Self.main.isCurrent
    }
    #expect(isThere)
  }

  @Test(arguments: ["7", "missing"])
  func theQueueNamedGoesOverTheLoaders(_ id: Product.ID) async throws {
    let publisher = shop.loader.productPublisher(withID: id, resultQueue: own.queue)
    let isThere = await isAllReceived(of: publisher) { [own, shop] in
      own.isCurrent && !shop.marked.isCurrent
    }
    #expect(isThere)
  }

  @Test func theMainQueueCanBeNamed() async throws {
    let publisher = shop.loader.productPublisher(withID: "7", resultQueue: .main)
    let isThere = await isAllReceived(of: publisher) { Self.main.isCurrent }
    #expect(isThere)
  }

  @Test func anOperationQueueCanBeNamed() async throws {
    let operations = OperationQueue()
    let publisher = shop.loader.productPublisher(withID: "7", resultQueue: operations)
    let isThere = await isAllReceived(of: publisher) { OperationQueue.current === operations }
    #expect(isThere)
  }

  @Test func nothingIsReceivedInsideTheRequest() async throws {
    let loader = shop.loader
    let recorder = Recorder(asking: .none)
    let countAfterTheCall = await shop.marked.queue.run {
      loader.productPublisher(withID: "7").subscribe(recorder)
      recorder.request(.unlimited)
      return recorder.received.count
    }
    #expect(countAfterTheCall == 0)
    #expect(try await recorder.wait(count: 2).count == 2)
  }

  /// Closures that the compiler takes to be of the main actor: it has them check where they run.
  @Test @MainActor func onTheMainQueueClosuresOfTheMainActorAreAtHome() async throws {
    let screen = Screen()
    let publisher = shop.loader(resultQueue: .main).productPublisher(withID: "7")
    await withCheckedContinuation { continuation in
      publisher.map { product in
        screen.title = product.name
        return product.id
      }.sink { _ in
        continuation.resume()
      } receiveValue: { id in
        screen.id = id
      }.store(in: &screen.cancellables)
    }
    #expect(screen.title == "Thing 7")
    #expect(screen.id == "7")
  }

  /// Whether the check holds wherever a subscriber is called.
  private func isAllReceived(
    of publisher: AnyPublisher<Product, LoadError>, where check: @escaping @Sendable () -> Bool
  ) async -> Bool {
    var cancellable: AnyCancellable?
    defer { cancellable?.cancel() }
    return await withCheckedContinuation { continuation in
      cancellable = publisher.map { _ in check() }.collect().sink { completion in
        if case .failure = completion { continuation.resume(returning: check()) }
      } receiveValue: { checks in
        continuation.resume(returning: checks == [true] && check())
      }
    }
  }
}

@MainActor private final class Screen {
  var title = ""
  var id: Product.ID?
  var cancellables: Set<AnyCancellable> = []
}
