import Dispatch
import ProductClient

/// Many schedules, and what came of them.
package struct Proof: Sendable {
  /// What was wrong with one schedule.
  package struct Violation: Sendable {
    package let seed: UInt64
    package let faults: [String]
  }

  package private(set) var schedules = 0
  package private(set) var results = 0
  package private(set) var happenings = Happenings()
  package private(set) var violations: [Violation] = []

  /// Runs a schedule for each seed, and stops after ten violations.
  ///
  /// - Parameter found: Called with each violation as soon as it is found: what is broken badly may
  ///   crash before the end.
  package static func run(
    seeds: Range<UInt64>, found: @Sendable (Violation) -> Void = { _ in }
  ) -> Proof {
    var proof = Proof()
    for seed in seeds {
      let schedule = Schedule(seed: seed)
      schedule.run()
      proof.schedules += 1
      proof.results += schedule.results
      proof.happenings = proof.happenings + schedule.happenings
      if !schedule.faults.isEmpty {
        let violation = Violation(seed: seed, faults: schedule.faults)
        found(violation)
        proof.violations.append(violation)
        if proof.violations.count == 10 { break }
      }
    }
    return proof
  }

  /// Runs the schedules on so many threads, each on one of them from its first step to its last.
  package static func run(
    seeds: Range<UInt64>, threads: Int, found: @escaping @Sendable (Violation) -> Void
  ) -> Proof {
    let share = (UInt64(seeds.count) + UInt64(threads) - 1) / UInt64(threads)
    let sum = Sum()
    DispatchQueue.concurrentPerform(iterations: threads) { index in
      let first = min(seeds.lowerBound + UInt64(index) * share, seeds.upperBound)
      sum.add(run(seeds: first..<min(first + share, seeds.upperBound), found: found))
    }
    return sum.proof
  }

  /// Runs one schedule and tells what happened in it, step by step.
  package static func replay(seed: UInt64) -> [String] {
    let schedule = Schedule(seed: seed, traced: true)
    schedule.run()
    return schedule.trace ?? []
  }

  package static func + (left: Proof, right: Proof) -> Proof {
    var sum = left
    sum.schedules += right.schedules
    sum.results += right.results
    sum.happenings = sum.happenings + right.happenings
    sum.violations += right.violations
    return sum
  }
}

private final class Sum: Sendable {
  private let sum = Lock(Proof())

  func add(_ proof: Proof) {
    sum.withLock { $0 = $0 + proof }
  }

  var proof: Proof { sum.withLock { $0 } }
}
