import Foundation
import ProductClient
import TestSupport
import Testing

/// Products that others wrote, from a server that others wrote, into models of one's own.
@Suite(.timeLimit(.minutes(2)), .needsNginx, .needsCases)
struct RealProductTests {
  struct DummyProduct: Decodable, Identifiable, Sendable {
    let id: Int
    let title: String
    let price: Decimal
    let brand: String?
  }

  struct RetailProduct: Decodable, Identifiable, Sendable {
    struct PriceInfo: Decodable, Sendable {
      let price: Decimal
      let currencyCode: String
    }

    let id: String
    let title: String
    let priceInfo: PriceInfo
  }

  @Test func allDummyProductsLoadWithExactPrices() async throws {
    let text = String(
      decoding: try Cases.contents(of: "products/dummyjson/products.json"), as: UTF8.self)
    let documents = DummyDocuments(text)
    let products = try await load(DummyProduct.self, documents.byID, named: Int.init)
    #expect(products.count == 194)
    #expect(products.count { $0.brand == nil } == 92)
    #expect(products.allSatisfy { !$0.title.isEmpty })
    for product in products {
      let written = try #require(documents.price(of: "\(product.id)"))
      #expect(product.price == Decimal(string: written, locale: nil))
    }
  }

  @Test func allRetailProductsLoad() async throws {
    let text = String(
      decoding: try Cases.contents(of: "products/google-retail/products.json"), as: UTF8.self)
    var documents: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let id = try #require(line.firstMatch(of: /"id": "([^"]+)"/)?.output.1)
      documents[String(id)] = String(line)
    }
    let products = try await load(RetailProduct.self, documents) { $0 }
    #expect(products.count == 316)
    for product in products {
      let document = try #require(documents[product.id])
      let written = try #require(
        document.firstMatch(of: /"price": "([^"]+)"/)?.output.1)
      #expect(product.priceInfo.price == Decimal(string: String(written), locale: nil))
      #expect(product.priceInfo.currencyCode == "USD")
      #expect(document.contains(product.title) || document.contains("\\"))
    }
  }

  /// Serves each document as a file of its own, and loads all of them.
  private func load<Model>(
    _ model: Model.Type, _ documents: [String: String], named id: (String) -> Model.ID?
  ) async throws -> [Model]
  where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
    let folder = try TemporaryFolder()
    for (name, document) in documents { try folder.write(document, to: "\(name).json") }
    let nginx = try await Nginx.start(serving: folder.url)
    let loader = ProductLoader<Model>(transport: CurlTransport.ownWithoutProxy()) { id in
      nginx.url("\(id).json")
    }
    let products = try await withThrowingTaskGroup(of: Model.self) { group in
      for id in documents.keys.compactMap(id) {
        group.addTask { try await loader.product(withID: id) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    await nginx.stop()
    return products
  }
}

/// The products of one indented array, cut apart as text: a decoder that read them wrongly here
/// would read them wrongly there too.
private struct DummyDocuments {
  let byID: [String: String]

  init(_ text: String) {
    var byID: [String: String] = [:]
    var lines: [Substring] = []
    for line in text.split(separator: "\n") {
      if line == "  {" {
        lines = ["{"]
      } else if line == "  }" || line == "  }," {
        let document = (lines + ["}"]).joined(separator: "\n")
        let id = document.firstMatch(of: /\n    "id": (\d+)/)?.output.1
        byID[id.map(String.init) ?? "?"] = document
      } else {
        lines.append(line)
      }
    }
    self.byID = byID
  }

  /// The price as it is written.
  func price(of id: String) -> String? {
    byID[id]?.firstMatch(of: /\n    "price": ([0-9.]+)/).map { String($0.output.1) }
  }
}
