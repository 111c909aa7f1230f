import Dispatch
import TestSupport
import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// A turn is given to somebody who gives up in that very moment: it goes to the next one.
@Suite(.timeLimit(.minutes(1)))
struct TrafficRaceTests {
  private let traffic = Traffic(TrafficRules(maxInFlightPerOrigin: 1, breaker: nil))

  /// Also before the one who is called has come to wait: every other time nobody looks whether it
  /// does.
  @Test func whoIsCalledAndCancelledAtOnceLosesNoTurn() async throws {
    let request = HTTPRequest(url: try shopURL("1"))
    for round in 0..<6000 {
      let isHeld = Observed(false)
      let goes = Observed(false)
      let holder = Task {
        let permit = try await traffic.permit(for: request, on: Course(), launch: Launch())
        isHeld.update { $0 = true }
        while !goes.value { await Task.yield() }
        traffic.leave(permit, .nothing, launch: Launch())
      }
      try await isHeld.wait { $0 }
      let waiter = Task { try await takeTurn(request) }
      while round.isMultiple(of: 2), traffic.counts.waiting == 0 { await Task.yield() }
      DispatchQueue.global().async {
        while !goes.value {}
        // Each time a little later: sometimes it hits the moment.
        for _ in 0..<(round % 60) { _ = goes.value }
        waiter.cancel()
      }
      goes.update { $0 = true }
      try await holder.value
      _ = await waiter.result
      // Whoever cancelled may still be giving the turn back.
      try await waitUntil("the turn of round \(round) is back") { traffic.counts == (0, 0) }
    }
  }

  private func takeTurn(_ request: HTTPRequest) async throws {
    let permit = try await traffic.permit(for: request, on: Course(), launch: Launch())
    traffic.leave(permit, .nothing, launch: Launch())
  }
}
