import Foundation
import Testing

/// What a document shows as Swift is code that the compiler has seen.
///
/// Above each such block stands `<!-- snippet: NAME -->`, and the block is the region of that name
/// in one of the test files, less the imports it begins with; or `<!-- not compiled: WHY -->`.
@Suite(.timeLimit(.minutes(1)))
struct DocumentationTests {
  private static let root = URL(filePath: #filePath)
    .appending(path: "../../../..").standardizedFileURL

  /// The Markdown files of the root and of `Docs`, by their paths from the root.
  static let documents: [String] = {
    let files = FileManager.default
    let inRoot = (try? files.contentsOfDirectory(atPath: root.path)) ?? []
    let inDocs = (try? files.subpathsOfDirectory(atPath: root.appending(path: "Docs").path)) ?? []
    return (inRoot + inDocs.map { "Docs/\($0)" }).filter { $0.hasSuffix(".md") }.sorted()
  }()

  /// The regions of all test files. A name that is used twice comes twice.
  static let regions: [(name: String, code: String)] = {
    let tests = root.appending(path: "Tests")
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: tests.path)) ?? []
    // That one speaks of regions.
    return files.filter { $0.hasSuffix(".swift") && !$0.hasSuffix("/MarkdownTests.swift") }
      .compactMap { try? String(contentsOf: tests.appending(path: $0), encoding: .utf8) }
      .flatMap(snippetRegions)
  }()

  @Test func thereAreDocumentsAndRegions() {
    #expect(Self.documents.contains("ARCHITECTURE.md"))
    #expect(Self.documents.contains { $0.hasPrefix("Docs/Decisions/") })
    #expect(Self.regions.contains { $0.name == "loader" })
  }

  @Test func aRegionHasANameOfItsOwn() {
    let names = Dictionary(grouping: Self.regions, by: \.name).filter { $0.value.count > 1 }.keys
    #expect(names.isEmpty)
  }

  @Test(arguments: documents)
  func whatADocumentShowsIsCompiled(_ document: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: document), encoding: .utf8)
    for block in CodeBlock.all(in: text) where block.reasonNotToCompile == nil {
      let place = "\(document):\(block.line)"
      guard let name = block.snippet else {
        Issue.record("\(place): put <!-- snippet: NAME --> above it")
        continue
      }
      guard let region = Self.regions.first(where: { $0.name == name }) else {
        Issue.record("\(place): no file in Tests has a region `// snippet: \(name)`")
        continue
      }
      #expect(block.codeWithoutImports == region.code, "\(place): differs from the region \(name)")
    }
  }
}
