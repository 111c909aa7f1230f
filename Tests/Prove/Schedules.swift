import ArgumentParser
import DeliveryProof

/// Runs the delivery of results under random schedules, and holds it against the law.
struct Schedules: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the delivery of results under random schedules.",
    discussion: """
      Each seed decides everything that happens in one schedule, and in which order. Exits with 1
      when one result is missing, doubled, misplaced, out of order or wrong, or anything is alive
      afterwards.
      """)

  @Option(help: "How many schedules to run.")
  var schedules: UInt64 = 1_000_000

  @OptionGroup
  var trials: Trials

  func run() throws {
    let seed = trials.seed
    if trials.replay {
      for line in Proof.replay(seed: seed) { print(line) }
      return
    }
    let proof = Proof.run(seeds: seed..<(seed + schedules), threads: max(1, trials.threads)) {
      Trials.tell($0.seed, $0.faults)
    }
    print("schedules run:      \(proof.schedules)")
    print("results delivered:  \(proof.results)")
    print("violations:         \(proof.violations.count)")
    print("seeds:              \(seed)..<\(seed + schedules)")
    for kind in Happenings.Kind.allCases {
      print("  \(kind.rawValue): \(proof.happenings.counts[kind] ?? 0)")
    }
    if schedules >= 1000, !proof.happenings.missing.isEmpty {
      print("never happened, so never checked: \(proof.happenings.missing)")
      throw ExitCode.failure
    }
    if !proof.violations.isEmpty { throw ExitCode.failure }
  }
}
