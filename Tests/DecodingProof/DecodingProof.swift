import Dispatch
import ProductClient

/// Many documents, read in every way there is, and what came of them.
package struct DecodingProof: Sendable {
  /// What a document was.
  package enum Kind: String, CaseIterable, Sendable {
    case product, notAProduct = "JSON, but no product", notJSON = "no JSON"
  }

  /// What was wrong with one document.
  package struct Violation: Sendable {
    package let seed: UInt64
    package let faults: [String]
  }

  package private(set) var documents = 0
  /// How many there were of each kind, under each change, and with each of Foundation's differences.
  package private(set) var counts: [String: Int] = [:]
  package private(set) var violations: [Violation] = []

  private static let most = 10

  /// Compares the document of each seed, and stops after ten violations.
  package static func run(
    seeds: Range<UInt64>, of corpus: Corpus, found: @Sendable (Violation) -> Void = { _ in }
  ) -> DecodingProof {
    var proof = DecodingProof()
    for seed in seeds where proof.violations.count < most {
      let (document, changes) = corpus.document(seed)
      let comparison = Comparison(document)
      proof.count(comparison, changes)
      if !comparison.faults.isEmpty {
        let violation = Violation(seed: seed, faults: comparison.faults)
        found(violation)
        proof.violations.append(violation)
      }
    }
    return proof
  }

  /// Compares them on so many threads.
  package static func run(
    seeds: Range<UInt64>, of corpus: Corpus, threads: Int,
    found: @escaping @Sendable (Violation) -> Void = { _ in }
  ) -> DecodingProof {
    let share = (UInt64(seeds.count) + UInt64(threads) - 1) / UInt64(threads)
    let sum = Lock(DecodingProof())
    DispatchQueue.concurrentPerform(iterations: threads) { index in
      let first = min(seeds.lowerBound + UInt64(index) * share, seeds.upperBound)
      let own = run(seeds: first..<min(first + share, seeds.upperBound), of: corpus, found: found)
      sum.withLock { $0.add(own) }
    }
    return sum.withLock { $0 }
  }

  /// What must have happened for the rest to mean something, and did not.
  package var missing: [String] {
    (Kind.allCases.map(\.rawValue) + Change.allCases.map(\.rawValue)
      + FoundationDifference.allCases.map(\.rawValue)).filter { counts[$0] == nil }
  }

  private mutating func count(_ comparison: Comparison, _ changes: [Change]) {
    documents += 1
    counts[comparison.kind.rawValue, default: 0] += 1
    for change in changes { counts[change.rawValue, default: 0] += 1 }
    if let difference = comparison.difference { counts[difference.rawValue, default: 0] += 1 }
  }

  private mutating func add(_ other: DecodingProof) {
    documents += other.documents
    counts.merge(other.counts, uniquingKeysWith: +)
    violations += other.violations
  }
}

extension DecodingProof {
  /// Where the readers of a document disagree.
  package static func faults(in document: [UInt8]) -> [String] {
    Comparison(document).faults
  }

  /// One document in full, what was done to it, and where its readers disagree.
  package static func replay(seed: UInt64, of corpus: Corpus) -> [String] {
    let (document, changes) = corpus.document(seed)
    let comparison = Comparison(document)
    return [
      "changes: \(changes.map(\.rawValue).joined(separator: ", "))",
      "kind:    \(comparison.kind.rawValue)",
      "faults:  \(comparison.faults.isEmpty ? "none" : "")",
    ] + comparison.faults.map { "  \($0)" } + [
      "document, \(document.count) bytes:", escaped(document),
    ]
  }

  /// Bytes that are not plain ASCII as `\xNN`.
  private static func escaped(_ document: [UInt8]) -> String {
    document.reduce(into: "") { text, byte in
      if 0x20..<0x7F ~= byte || byte == 0x0A {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
  }
}
