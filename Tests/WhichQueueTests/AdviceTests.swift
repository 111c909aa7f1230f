import Dispatch
import ProductClient
import ProductClientTesting
import QueueProgramSupport
import Testing

/// What Docs/WhichQueueWhere.md advises, done here, works.
@Suite(.timeLimit(.minutes(1)))
struct AdviceTests {
  @Test func theQueueCanBeAskedFor() async {
    let isThere = await withCheckedContinuation { continuation in
      ask("1", from: shop) { continuation.resume(returning: $0) }
    }
    #expect(isThere)
  }

  private func ask(
    _ id: Product.ID, from loader: ProductLoader<Product>, show: @escaping @Sendable (Bool) -> Void
  ) {
    // snippet: ask for the queue
    let isMain = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: isMain, value: true)

    loader.loadProduct(withID: id) { result in
      dispatchPrecondition(condition: .onQueue(.main))  // stops the program elsewhere
      show(DispatchQueue.getSpecific(key: isMain) == true)  // or asks
    }
    // end
  }

  @Test func codeOfTheMainActorMayRunInAHandlerOnTheMainQueue() async {
    let isRun = await withCheckedContinuation { continuation in
      shop.loadProduct(withID: "1") { _ in
        continuation.resume(returning: MainActor.assumeIsolated { true })
      }
    }
    #expect(isRun)
  }

  @Test func aTestAwaitsItsResult() async throws {
    let loader = shop
    // snippet: await in a test
    let result = await withCheckedContinuation { continuation in
      loader.loadProduct(withID: "1") { result in continuation.resume(returning: result) }
    }
    #expect(try result.get().name == "Lamp")
    // end
  }
}
