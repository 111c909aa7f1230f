import Foundation
import Testing

@testable import ProductClient

/// A line of `--format ndjson`, and an element of `--format json`.
struct ProductLine: Decodable, Hashable {
  let id: String
  let product: Product

  static func decode(_ line: String) throws -> ProductLine {
    try JSONDecoder().decode(ProductLine.self, from: Data(line.utf8))
  }
}

/// A line on standard error about a load that failed.
struct FailureLine: Decodable, Hashable {
  let id: String
  let error: Failure

  struct Failure: Decodable, Hashable {
    let code: String
    let message: String
    let attempts: Int
  }

  static func decode(_ line: String) throws -> FailureLine {
    try JSONDecoder().decode(FailureLine.self, from: Data(line.utf8))
  }
}

/// What there is in `Fixtures/products`.
enum FixtureProducts {
  static let folder = CommandLineProgram.fixtures + "/products"

  static func ids() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  static func document(of id: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(id).json"))
  }

  /// As the library reads it.
  static func product(_ id: String) throws -> Product {
    try ModelDecoder<Product>.json().decode(Array(document(of: id)))
  }
}
