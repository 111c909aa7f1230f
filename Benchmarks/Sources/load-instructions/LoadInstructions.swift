import Dispatch
import Foundation
import ProductClient

/// So much of one kind of work that a counter of instructions can tell what a piece of it costs:
/// run with two counts, the difference is what the difference in work has cost.
///
/// No network, and no thread that waits in a loop: the counts are nearly the same each time.
@main
enum LoadInstructions {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let work = Work(rawValue: arguments[1]),
      let count = Int(arguments[3]), let body = FileManager.default.contents(atPath: arguments[2])
    else {
      let kinds = Work.allCases.map(\.rawValue).joined(separator: "|")
      FileHandle.standardError.write(
        Data("usage: load-instructions \(kinds) PRODUCT-FILE COUNT\n".utf8))
      exit(64)
    }
    let end = DispatchSemaphore(value: 0)
    switch work {
    case .decodeProduct: decode(.json() as ModelDecoder<Product>, Array(body), count)
    case .decodeModel: decode(.json() as ModelDecoder<Offer>, Array(body), count)
    case .load: Chain<Product>(loader(of: Array(body)), "1", count, end).run()
    case .loadModel: Chain<Offer>(offers(of: Array(body)), "1", count, end).run()
    }
    exit(0)
  }

  enum Work: String, CaseIterable {
    case decodeProduct = "decode", decodeModel = "decode-own", load, loadModel = "load-own"
  }

  private static func decode<Model>(
    _ decoder: ModelDecoder<Model>, _ body: [UInt8], _ count: Int
  ) {
    for _ in 0..<count {
      guard (try? decoder.decode(body)) != nil else { exit(1) }
    }
  }

  private static func loader(of body: [UInt8]) -> ProductLoader<Product> {
    ProductLoader(transport: Canned(body), resultQueue: DispatchQueue(label: "results")) { id in
      try url(of: id.description)
    }
  }

  private static func offers(of body: [UInt8]) -> ProductLoader<Offer> {
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

/// Answers at once, always the same.
private struct Canned: Transport {
  private let response: HTTPResponse

  init(_ body: [UInt8]) {
    response = HTTPResponse(status: 200, body: body)
  }

  func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
    response
  }
}

/// One load after the other, each begun by the handler of the one before.
private final class Chain<Model>: Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  private let loader: ProductLoader<Model>
  private let id: Model.ID
  private let count: Int
  private let end: DispatchSemaphore

  init(_ loader: ProductLoader<Model>, _ id: Model.ID, _ count: Int, _ end: DispatchSemaphore) {
    self.loader = loader
    self.id = id
    self.count = count
    self.end = end
  }

  func run() {
    load(0)
    end.wait()
  }

  private func load(_ number: Int) {
    guard number < count else {
      end.signal()
      return
    }
    loader.loadProduct(withID: id) { [self] result in
      guard case .success = result else { exit(1) }
      load(number + 1)
    }
  }
}
