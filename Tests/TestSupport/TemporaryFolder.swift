import Foundation

/// A folder of its own for a test; gone with the last reference to it.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes the folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("product-client-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Where something in it is, or would be.
  public func callAsFunction(_ path: String) -> URL {
    url.appendingPathComponent(path)
  }

  /// Writes a file into it, with the folders on the way.
  @discardableResult
  public func write(_ text: String, to path: String) throws -> URL {
    let file = self(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
    return file
  }
}

/// Runs the body with a folder that is gone afterwards.
public func withTemporaryFolder<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: (TemporaryFolder) async throws -> Result
) async throws -> Result {
  let folder = try TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  return try await body(folder)
}
