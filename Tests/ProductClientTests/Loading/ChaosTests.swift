import CFaults
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
      var descriptors: [String]?
      var heap: [Int] = []
      heap_remember_no_errors()
      for round in 0..<6 {
        try await runChaos(seed: seed &+ UInt64(round))
        heap.append(Int(heap_bytes_in_use()))
        // The first round opens what a process opens once: the pool of the server, timers.
        guard let before = descriptors else {
          descriptors = try openDescriptors()
          continue
        }
        // The thread gives its last descriptor back a moment after it said that it is done, which
        // may have been after they were counted: one more than that, each round, is still found.
        try? await waitUntil("it has", within: .seconds(10)) {
          try openDescriptors().count <= before.count
        }
        let after = try openDescriptors()
        #expect(after.count <= before.count, "seed \(seed), round \(round): \(before), \(after)")
      }
      // The first rounds make what is made once, and the threads of Dispatch keep some in reserve,
      // each round a little more. A leak of 100 bytes a load would be 750 kB from there on.
      #expect(heap[0] > 0)
      #expect(heap[5] < heap[2] + 500_000, "seed \(seed): \(heap)")
    }
  }
}

/// One round, until nobody holds it any more.
private func runChaos(seed: UInt64) async throws {
  weak var last: Chaos?
  do {
    let chaos = Chaos(seed: seed, count: 2500)
    last = chaos
    try await chaos.run()
    let faults = chaos.faults
    #expect(faults.isEmpty, "\(faults)")
  }
  try await waitUntil("the threads that cancel are done") { last == nil }
}

/// What each open descriptor is; the folder that is read for it, by its number, among them.
///
/// Pipes are left out: a sanitizer that looks up a symbol talks to another process through two of
/// them from then on, and loads on Linux have none.
private func openDescriptors() throws -> [String] {
  let files = FileManager.default
  return try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { number in
    let target = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
    return target?.hasPrefix("pipe:") == true ? nil : "\(number) \(target ?? "")"
  }
}
