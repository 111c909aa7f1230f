import Foundation
import Testing

@testable import ProductClient

/// nst/JSONTestSuite, where a copy of it is at hand: `PRODUCT_CLIENT_CASES` names the folder that
/// holds `json/JSONTestSuite/test_parsing`.
@Suite(
  .enabled(if: JSONTestSuite.folder != nil, "PRODUCT_CLIENT_CASES names no folder of cases"),
  .timeLimit(.minutes(1))
)
struct JSONTestSuiteTests {
  @Test func acceptsAllThatMustBeAccepted() throws {
    let files = try JSONTestSuite.files(startingWith: "y_")
    #expect(files.count == 95)
    for file in files { #expect(try failure(file) == nil, "\(file.lastPathComponent)") }
  }

  @Test func refusesAllThatMustBeRefused() throws {
    let files = try JSONTestSuite.files(startingWith: "n_")
    #expect(files.count == 188)
    for file in files { #expect(try failure(file) != nil, "\(file.lastPathComponent)") }
  }

  private func failure(_ file: URL) throws -> DecodingFailure? {
    let bytes = [UInt8](try Data(contentsOf: file))
    do throws(DecodingFailure) {
      _ = try JSONDocument(reading: bytes, rules: JSONRules())
      return nil
    } catch {
      return error
    }
  }
}

private enum JSONTestSuite {
  static let folder = ProcessInfo.processInfo.environment["PRODUCT_CLIENT_CASES"].map {
    URL(fileURLWithPath: $0).appendingPathComponent("json/JSONTestSuite/test_parsing")
  }

  static func files(startingWith prefix: String) throws -> [URL] {
    let folder = try #require(folder)
    return try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix(prefix) }
  }
}
