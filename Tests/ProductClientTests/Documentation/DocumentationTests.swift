import Foundation
import Testing

/// What a document shows as Swift is code that the compiler has seen.
///
/// Above each such block stands `<!-- snippet: NAME -->`, and the block is the region of that name
/// in one of the test files, less the imports it begins with; or `<!-- not compiled: WHY -->`. That
/// holds for Markdown, and for the doc comments of the sources.
@Suite(.timeLimit(.minutes(1)))
struct DocumentationTests {
  private static let root = URL(filePath: #filePath)
    .appending(path: "../../../..").standardizedFileURL

  /// The Markdown files of the root, of `Docs` and of the catalogues, by their paths from the root.
  static let documents =
    paths(in: "", deep: false).filter { $0.hasSuffix(".md") }
    + (paths(in: "Docs") + paths(in: "Sources")).filter { $0.hasSuffix(".md") }

  /// The Swift files of the library, by their paths from the root.
  static let sources = paths(in: "Sources").filter { $0.hasSuffix(".swift") }

  private static func paths(in folder: String, deep: Bool = true) -> [String] {
    let (files, path) = (FileManager.default, root.appending(path: folder).path)
    let names =
      deep
      ? try? files.subpathsOfDirectory(atPath: path) : try? files.contentsOfDirectory(atPath: path)
    return (names ?? []).map { folder.isEmpty ? $0 : "\(folder)/\($0)" }.sorted()
  }

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
    #expect(Self.documents.contains { $0.contains("/ProductClient.docc/") })
    #expect(Self.sources.contains("Sources/ProductClient/ProductLoader.swift"))
    #expect(Self.regions.contains { $0.name == "loader" })
  }

  @Test func aRegionHasANameOfItsOwn() {
    let names = Dictionary(grouping: Self.regions, by: \.name).filter { $0.value.count > 1 }.keys
    #expect(names.isEmpty)
  }

  @Test(arguments: documents)
  func whatADocumentShowsIsCompiled(_ document: String) throws {
    try check(CodeBlock.all(in: text(of: document)), of: document)
  }

  @Test func whatADocCommentShowsIsCompiled() throws {
    for source in Self.sources {
      try check(CodeBlock.all(in: docComments(in: text(of: source))), of: source)
    }
  }

  private func text(of file: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
  }

  private func check(_ blocks: [CodeBlock], of file: String) {
    for block in blocks where block.reasonNotToCompile == nil {
      let place = "\(file):\(block.line)"
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
