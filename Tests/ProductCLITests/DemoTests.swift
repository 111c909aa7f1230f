import Foundation
import Testing

@testable import product_cli

/// `demo`: what somebody sees first.
@Suite(.timeLimit(.minutes(2)))
struct DemoTests {
  @Test func itShowsProductsAndFailures() async throws {
    let run = try await CommandLineProgram.run("demo")
    #expect(run.status == 0)
    let header = try #require(run.lines.firstIndex { $0.hasPrefix("ID ") })
    let end = try #require(run.lines.firstIndex { $0.contains("failures look like") })
    #expect(end - header - 1 >= 12)
    for code in ["notFound", "undecodable", "timedOut"] {
      #expect(run.lines.contains(code))
    }
    #expect(run.errors.contains("loaded \(DemoCatalogue.documents.count) of"))
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test func itNeedsNoProxyAndNoFolder() async throws {
    let run = try await CommandLineProgram.runScript(
      #"cd / && "$@""#, "demo", environment: ["http_proxy": "http://127.0.0.1:1"])
    #expect(run.status == 0)
  }

  @Test func theCatalogueIsTheFolder() throws {
    #expect(DemoCatalogue.documents.map(\.id).sorted() == (try FixtureProducts.ids()))
    for document in DemoCatalogue.documents {
      let text = String(decoding: try FixtureProducts.document(of: document.id), as: UTF8.self)
      let joined = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
      #expect(document.json == joined, "run Scripts/embed-fixtures")
    }
  }
}
