import Dispatch
import Foundation
import Measuring
import ProductClient

/// So much of one kind of work, and what a piece of it has cost.
///
/// No network, and no thread that waits in a loop: under a counter of instructions, the difference
/// between two runs is what the difference in work has cost, and nearly always the same.
@main
enum MicroBenchmark {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let kind = Kind(rawValue: arguments[1]),
      let count = Int(arguments[3]), count > 0,
      let body = FileManager.default.contents(atPath: arguments[2])
    else {
      let kinds = Kind.allCases.map(\.rawValue).joined(separator: "|")
      say("usage: micro-benchmark \(kinds) PRODUCT-FILE COUNT")
      exit(64)
    }
    let before = CPUTime.now()
    perform(kind, body, count)
    print(CPUTime.now().line(since: before, pieces: count, bytes: body.count))
    exit(0)
  }

  enum Kind: String, CaseIterable {
    case decodeProduct = "decode", decodeModel = "decode-own", decodeByFoundation = "decode-json"
    case load, loadModel = "load-own", loadAtOnce = "load-at-once", loadAsync = "load-async"
    case queue
  }

  private static func perform(_ kind: Kind, _ body: Data, _ count: Int) {
    let bytes = Array(body)
    switch kind {
    case .decodeProduct: decode(count) { try ModelDecoder<Product>.product.decode(bytes) }
    case .decodeModel: decode(count) { try ModelDecoder<Offer>.offer.decode(bytes) }
    case .decodeByFoundation:
      decode(count) { try Listing.decoder.decode(Listing.self, from: body) }
    case .load: Chain(Canned.products(bytes), "1", count).run()
    case .loadModel: Chain(Canned.offers(bytes), "1", count).run()
    case .loadAtOnce: LoadsAtOnce(Canned.products(bytes), "1", count).run()
    case .loadAsync: LoadsOneByOne(Canned.products(bytes), "1", count).run()
    case .queue: QueuedClosures(count).run()
    }
  }

  private static func decode<Model>(_ count: Int, _ once: () throws -> Model) {
    for _ in 0..<count {
      guard (try? once()) != nil else { exit(1) }
    }
  }
}

extension ModelDecoder<Product> {
  fileprivate static let product: Self = .json()
}

extension ModelDecoder<Offer> {
  fileprivate static let offer: Self = .json()
}
