import ArgumentParser
import DecodingProof
import Foundation

/// Reads random documents in every way there is, and compares.
struct Documents: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decoding",
    abstract: "Read random documents in every way there is, and compare.",
    discussion: """
      Each document is made by a seed, of a made-up product or a file of the folders, and spoiled in
      up to three ways. `Product` is read straight from the tape, over containers, from what a plain
      reader makes of the grammar, and by Foundation. Exits with 1 when two of them disagree.
      """)

  @Option(help: "How many documents to read.")
  var documents: UInt64 = 1_000_000

  @Option(
    help:
      "A folder whose JSON files others are made of. Seeds mean what they do only with the same ones."
  )
  var folder: [String] = []

  @OptionGroup
  var trials: Trials

  func run() throws {
    let seed = trials.seed
    let corpus = Corpus(folders: folder.map { URL(fileURLWithPath: $0, isDirectory: true) })
    if trials.replay {
      for line in DecodingProof.replay(seed: seed, of: corpus) { print(line) }
      return
    }
    let seeds = seed..<(seed + documents)
    let proof = DecodingProof.run(seeds: seeds, of: corpus, threads: max(1, trials.threads)) {
      Trials.tell($0.seed, $0.faults)
    }
    print("documents read:     \(proof.documents)")
    print("disagreements:      \(proof.violations.count)")
    print("seeds:              \(seeds), made of \(corpus.documents.count) files")
    for (name, count) in proof.counts.sorted(by: { $0.key < $1.key }) {
      print("  \(name): \(count)")
    }
    if documents >= 10_000, !proof.missing.isEmpty {
      print("never happened, so never checked: \(proof.missing)")
      throw ExitCode.failure
    }
    if !proof.violations.isEmpty { throw ExitCode.failure }
  }
}
