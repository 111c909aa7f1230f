import Dispatch
import ProductClient
import QueueProgramSupport
import XCTest

/// What becomes of results for the main queue in XCTest. Each test is run as a program of its own
/// and prints it, see ``QueueProgram``.
final class XCTestPrograms: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(QueueProgram.isThisProcess, QueueProgram.reasonToSkip)
  }

  func testThatWaits() {
    let arrival = Arrival()
    let done = expectation(description: "done")
    shop.loadProduct(withID: "1") { _ in
      arrival.note()
      done.fulfill()
    }
    wait(for: [done], timeout: 30)
    arrival.report()
  }

  func testThatAwaits() async {
    let arrival = Arrival()
    await withCheckedContinuation { continuation in
      shop.loadProduct(withID: "1") { _ in
        arrival.note()
        continuation.resume()
      }
    }
    arrival.report()
  }

  func testThatBlocks() {
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
