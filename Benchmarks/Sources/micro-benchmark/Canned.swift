import Dispatch
import Foundation
import Measuring
import ProductClient

/// Answers at once, always the same.
struct Canned: Transport {
  private let response: HTTPResponse

  init(_ body: [UInt8]) {
    response = HTTPResponse(status: 200, body: body)
  }

  func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
    response
  }

  static func products(_ body: [UInt8]) -> ProductLoader<Product> {
    ProductLoader(transport: Canned(body), resultQueue: DispatchQueue(label: "results")) { id in
      try url(of: id.description)
    }
  }

  static func offers(_ body: [UInt8]) -> ProductLoader<Offer> {
    ProductLoader(transport: Canned(body), resultQueue: DispatchQueue(label: "results")) { id in
      try url(of: id)
    }
  }

  private static func url(of id: String) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:8080/products/\(id).json") else {
      throw URLError(.badURL)
    }
    return url
  }
}
