import ArgumentParser
import Foundation

/// Proves by running what running can prove.
@main
struct Prove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract: "Prove what random trials can prove, each decided by a seed.",
    subcommands: [Schedules.self, Documents.self],
    defaultSubcommand: Schedules.self)
}

/// Which trials to run.
struct Trials: ParsableArguments {
  @Option(help: "The first seed.")
  var seed: UInt64 = 0

  @Option(help: "How many threads run trials.")
  var threads = max(1, ProcessInfo.processInfo.activeProcessorCount)

  @Flag(help: "Run only the first seed, and tell what happens.")
  var replay = false

  static func tell(_ seed: UInt64, _ faults: [String]) {
    let text = "seed \(seed): \(faults.prefix(3).joined(separator: "; "))\n"
    FileHandle.standardError.write(Data(text.utf8))
  }
}
