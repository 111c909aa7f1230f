import Foundation
import ProductClient

@testable import ProductClientTesting

/// Tells whether a handler ran inside the call that started its load: on the same thread, before
/// the call returned.
final class StartingCall: Sendable {
  private struct State: Sendable {
    var thread: ObjectIdentifier?
    var hadHandlerInside = false
  }

  private let state = Observed(State())

  /// Runs the body, which starts the load.
  func run(_ body: () -> Void) {
    setThread(ObjectIdentifier(Thread.current))
    body()
    setThread(nil)
  }

  /// For the handler to call.
  func handlerRuns() {
    let here = ObjectIdentifier(Thread.current)
    state.update { state in
      if state.thread == here { state.hadHandlerInside = true }
    }
  }

  var hadHandlerInside: Bool { state.value.hadHandlerInside }

  private func setThread(_ thread: ObjectIdentifier?) {
    state.update { $0.thread = thread }
  }
}

extension ProductLoader where Model == Product {
  /// Starts a load that need not hop; returns whether its handler ran inside the call.
  func runsHandlerInside(on resultQueue: some ResultQueue, _ results: Results<Product>) -> Bool {
    let call = StartingCall()
    call.run {
      loadProduct(withID: "1", resultQueue: resultQueue, hop: .whenNeeded) { result in
        call.handlerRuns()
        results.handler(result)
      }
    }
    return call.hadHandlerInside
  }
}
