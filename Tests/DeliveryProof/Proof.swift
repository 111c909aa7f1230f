import Dispatch
import ProductClient

/// Many schedules, and what came of them.
public struct Proof: Sendable {
  /// What was wrong with one schedule.
  public struct Violation: Sendable {
    public let seed: UInt64
    public let faults: [String]
  }

  public private(set) var schedules = 0
  public private(set) var results = 0
  public private(set) var violations: [Violation] = []

  /// Runs a schedule for each seed, and stops after ten violations.
  ///
  /// - Parameter found: Called with each violation as soon as it is found: what is broken badly may
  ///   crash before the end.
  public static func run(
    seeds: Range<UInt64>, found: @Sendable (Violation) -> Void = { _ in }
  ) -> Proof {
    var proof = Proof()
    for seed in seeds {
      let schedule = Schedule(seed: seed)
      schedule.run()
      proof.schedules += 1
      proof.results += schedule.results
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
  public static func run(
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
  public static func replay(seed: UInt64) -> [String] {
    let schedule = Schedule(seed: seed, traced: true)
    schedule.run()
    return schedule.trace ?? []
  }

  public static func + (left: Proof, right: Proof) -> Proof {
    var sum = left
    sum.schedules += right.schedules
    sum.results += right.results
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
