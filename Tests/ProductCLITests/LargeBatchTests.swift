import Foundation
import TestSupport
import Testing

/// A thousand products of a real server, through the command line, compared field by field.
@Suite(.timeLimit(.minutes(2)), .needsNginx, .needs("python3"))
struct LargeBatchTests {
  private let folder: TemporaryFolder
  private let products: Products
  private let nginx: Nginx

  init() async throws {
    folder = try TemporaryFolder()
    products = try await Products.make(count: 1000, in: folder.url)
    nginx = try await Nginx.start(serving: folder.url)
  }

  private var options: [String] {
    [
      "--ids-file", folder("ids.txt").path, "--format", "ndjson",
      "--url-template", nginx.url().absoluteString + "products/{id}.json",
    ]
  }

  @Test func aThousandLinesEqualTheirThousandFiles() async throws {
    let run = try await CommandLineProgram.run(["get"] + options)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let lines = run.lines
    #expect(lines.count == 1000)
    var seen: Set<String> = []
    for text in lines {
      let line = try Line(text)
      seen.insert(line.id)
      // The amounts are strings on both sides, so this compares prices digit by digit.
      let file = try JSONSerialization.jsonObject(with: products.document(of: line.id))
      #expect(line.product == file as? NSDictionary, "\(line.id)")
    }
    #expect(seen == Set(products.ids))
  }

  @Test func orderedLinesComeInTheOrderAsked() async throws {
    let run = try await CommandLineProgram.run(["get", "--ordered"] + options)
    #expect(try run.lines.map { try Line($0).id } == products.ids)
  }

  /// A line, read without our own decoder.
  private struct Line {
    let id: String
    let product: NSDictionary

    init(_ text: String) throws {
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
      id = try #require(object?["id"] as? String)
      product = try #require(object?["product"] as? NSDictionary)
    }
  }
}
