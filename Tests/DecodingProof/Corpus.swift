import DeliveryProof
import Foundation

/// The documents that others are made of.
package struct Corpus: Sendable {
  package let documents: [[UInt8]]

  /// Every JSON file below the folders, in the order of their paths. Very large ones are left out: the
  /// time that they take is better spent on many small ones.
  package init(folders: [URL]) {
    documents = folders.flatMap(Self.documents)
  }

  private static func documents(below folder: URL) -> [[UInt8]] {
    let paths =
      FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".json") }.sorted().compactMap { path in
      let file = folder.appendingPathComponent(path)
      guard let contents = try? Data(contentsOf: file), contents.count <= largest else {
        return nil
      }
      return [UInt8](contents)
    }
  }

  private static let largest = 48 << 10

  /// The document that a seed makes, and how it was made.
  func document(_ seed: UInt64) -> (bytes: [UInt8], changes: [Change]) {
    var random = SeededGenerator(seed)
    var document = original(&random)
    var changes: [Change] = []
    for _ in 0..<random.element([0, 1, 1, 1, 2, 3]) {
      let change = random.element(Change.allCases)
      change.apply(to: &document, &random, other: original(&random))
      changes.append(change)
    }
    return (document, changes)
  }

  private func original(_ random: inout SeededGenerator) -> [UInt8] {
    guard !documents.isEmpty, random.once(in: 4) else {
      return MadeProduct.document(from: &random)
    }
    return random.element(documents)
  }
}
