import Foundation
import ProductClient

@testable import ProductClientTesting

/// Answers a request with the product of that id when the test says so, and keeps count.
final class ManualTransport: Transport {
  struct State: Sendable {
    /// The ids that were asked for, in order.
    var asked: [String] = []
    var inFlight = 0
    var mostInFlight = 0
    var cancelled = 0
    fileprivate var answered: Set<String> = []
  }

  private let state = Observed(State())

  var current: State { state.value }

  /// Answers the request for the id, be it there already or still to come.
  func answer(_ id: some CustomStringConvertible) {
    state.update { [id = "\(id)"] in _ = $0.answered.insert(id) }
  }

  func wait(until isMet: @escaping @Sendable (State) -> Bool) async throws {
    try await state.wait(until: isMet)
  }

  func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
    let id = request.url.lastPathComponent
    state.update { state in
      state.asked.append(id)
      state.inFlight += 1
      state.mostInFlight = max(state.mostInFlight, state.inFlight)
    }
    defer { state.update { $0.inFlight -= 1 } }
    do {
      try await state.wait { $0.answered.contains(id) }
    } catch {
      state.update { $0.cancelled += 1 }
      throw .cancelled
    }
    return HTTPResponse(status: 200, body: Array(#"{"id": "\#(id)", "name": "Lamp"}"#.utf8))
  }
}

extension ProductLoader where Model == Product {
  /// A loader that asks the transport for the id. Its result queue is one that never runs.
  static func over(
    _ transport: some Transport, configuration: LoaderConfiguration = .patient
  ) throws -> ProductLoader {
    let url = try shopURL()
    return ProductLoader(
      transport: transport, resultQueue: NoQueue(), configuration: configuration
    ) { id in url.appending(path: "\(id)") }
  }
}

/// For variants that never touch the result queue.
private struct NoQueue: ResultQueue {
  func enqueue(_ work: @escaping @Sendable () -> Void) {
    preconditionFailure("a result went to the result queue")
  }
}

/// Ids without an end, of which is known how many were drawn.
struct EndlessIDs: Sequence, Sendable {
  let drawn = Observed(0)

  func makeIterator() -> AnyIterator<Product.ID> {
    AnyIterator { [drawn] in
      drawn.update { drawn in
        drawn += 1
        return Product.ID(drawn - 1)
      }
    }
  }
}
