import DecodingProof
import Dispatch
import Foundation
import TestSupport
import Testing

/// The decoder against other readers of the same documents. `Scripts/prove` compares a million, and
/// breaks the decoder on purpose to see that it is noticed.
@Suite(.timeLimit(.minutes(3)))
struct DecodingProofTests {
  private let corpus = Corpus(
    folders: [FixtureCatalogue.folder] + [Cases.folder].compactMap(\.self))

  @Test func fourThousandDocumentsAreReadTheSameInEveryWay() async {
    // Others each time; a violation says which.
    let first = UInt64.random(in: 0..<1 << 40)
    let proof = await DispatchQueue(label: "DecodingProofTests").run { [corpus] in
      DecodingProof.run(seeds: first..<first + 4000, of: corpus, threads: 2)
    }
    #expect(proof.violations.isEmpty, "\(proof.violations)")
    #expect(proof.documents == 4000)
    #expect(DecodingProof.Kind.allCases.allSatisfy { proof.counts[$0.rawValue, default: 0] > 400 })
  }

  @Test func everyFileIsReadTheSameInEveryWayAsItIs() {
    #expect(corpus.documents.count >= 42)
    for document in corpus.documents {
      #expect(DecodingProof.faults(in: document) == [])
    }
  }

  @Test(arguments: 1...20)
  func aSeedMakesTheSameDocumentAgain(_ seed: UInt64) {
    let first = DecodingProof.replay(seed: seed, of: corpus)
    #expect(first.count > 4)
    #expect(DecodingProof.replay(seed: seed, of: corpus) == first)
  }
}
