import Foundation
import ProductClient
import ProductClientTesting
import TestSupport
import Testing

/// Ten thousand loads of which a third fail, with cancels at any moment: each delivers once, and
/// nothing is left of them.
@Suite(.timeLimit(.minutes(5)))
struct ChaosTests {
  /// In a process of its own: descriptors and memory of other tests would be counted.
  @Test func everyLoadDeliversOnceAndNothingIsLeft() async {
    await #expect(processExitsWith: .success) {
      // Another one each time; what fails says which.
      let seed = UInt64.random(in: 1...UInt64.max)
      let descriptors = try await warmUp()
      var memory: [Int] = []
      for round in 0..<4 {
        let chaos = Chaos(seed: seed &+ UInt64(round), count: 2500)
        try await chaos.run()
        let faults = chaos.faults
        #expect(faults.isEmpty, "\(faults)")
        // The thread gives its last descriptor back a moment after it said that it is done. At the
        // warm-up it may not have done so yet: one more than that, each round, is still found.
        await #expect(throws: Never.self, "seed \(seed), round \(round): of \(descriptors)") {
          try await waitUntil("no more descriptors are open than before") {
            try ThisProcess.openDescriptors() <= descriptors
          }
        }
        memory.append(try ThisProcess.residentBytes())
      }
      // The allocator keeps what it once took and gives it back as it likes, so the first rounds
      // say nothing, and a round may need a little more than those before. A leak of 4 KiB a load,
      // which one body or one continuation with its task would be, is 10 MB a round.
      #expect(memory[3] < memory[2] + 8_000_000, "seed \(seed): \(memory)")
    }
  }
}

/// Starts what a process starts once (threads, the pool of the server), and returns how many
/// descriptors are open then.
private func warmUp() async throws -> Int {
  try await Chaos(seed: 1, count: 100).run()
  return try ThisProcess.openDescriptors()
}
