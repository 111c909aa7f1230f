import Dispatch
import ProductClient
import QueueProgramSupport
import Testing

/// What becomes of results for the main queue in Swift Testing. Each test is run as a program of
/// its own and prints it, see ``QueueProgram``.
@Suite(
  .enabled(if: QueueProgram.isThisProcess, Comment(rawValue: QueueProgram.reasonToSkip)),
  .timeLimit(.minutes(1)))
struct SwiftTestingPrograms {
  @Test func awaits() async {
    await loadAndAwait()
  }

  @MainActor @Test func awaitsOnTheMainActor() async {
    await loadAndAwait()
  }

  @Test func blocks() {
    loadAndBlock()
  }

  @MainActor @Test func blocksTheMainActor() {
    loadAndBlock()
  }

  private func loadAndAwait() async {
    let arrival = Arrival()
    await withCheckedContinuation { continuation in
      shop.loadProduct(withID: "1") { _ in
        arrival.note()
        continuation.resume()
      }
    }
    arrival.report()
  }

  private func loadAndBlock() {
    let done = DispatchSemaphore(value: 0)
    let arrival = Arrival(orWarning: { done.signal() })
    shop.loadProduct(withID: "1") { _ in
      arrival.note()
      done.signal()
    }
    done.wait()
    arrival.report()
  }
}
