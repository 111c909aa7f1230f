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
      var memory: [Int] = []
      for round in 0..<4 {
        let chaos = Chaos(seed: seed &+ UInt64(round), count: 2500)
        try await chaos.run()
        let faults = chaos.faults
        #expect(faults.isEmpty, "\(faults)")
        faults_give_memory_back()
        memory.append(try ThisProcess.residentBytes())
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
      // The address sanitizer keeps what was given back, for minutes, and finds leaks itself.
      let environment = ProcessInfo.processInfo.environment
      guard environment["PRODUCT_CLIENT_CURL_ONLY"] == nil else { return }
      // The first rounds make what is made once. A leak of 4 KiB a load, which one body or one
      // continuation with its task would be, is 10 MB a round.
      #expect(memory[3] < memory[2] + 8_000_000, "seed \(seed): \(memory)")
    }
  }
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
