import Foundation
import ProductClientTesting
import Testing

/// A folder is served, and nothing outside of it.
@Suite(.timeLimit(.minutes(1)))
struct FixtureFolderTests {
  /// `root/secret.json`, `root/served/products/1.json`, and links that lead out of `served`.
  private func withTree<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let files = FileManager.default
    let root = files.temporaryDirectory.appendingPathComponent("fixtures-\(UUID())")
    defer { try? files.removeItem(at: root) }
    let served = root.appendingPathComponent("served")
    let products = served.appendingPathComponent("products")
    try files.createDirectory(at: products, withIntermediateDirectories: true)
    let secret = root.appendingPathComponent("secret.json")
    try Data("secret".utf8).write(to: secret)
    try Data("{}".utf8).write(to: products.appendingPathComponent("1.json"))
    try Data("spaced".utf8).write(to: products.appendingPathComponent("a b.txt"))
    try files.createSymbolicLink(
      at: served.appendingPathComponent("link.json"),
      withDestinationURL: secret
    )
    try files.createSymbolicLink(at: served.appendingPathComponent("up"), withDestinationURL: root)
    try files.createSymbolicLink(
      at: served.appendingPathComponent("same.json"),
      withDestinationURL: products.appendingPathComponent("1.json")
    )
    return try await body(served)
  }

  @Test(
    arguments: [
      ("/products/1.json", "{}", "application/json"),
      ("/products/1.json?fresh=1", "{}", "application/json"),
      ("/products/a%20b.txt", "spaced", "text/plain; charset=utf-8"),
      ("/same.json", "{}", "application/json"),
    ])
  func aFileAnswersItsPath(path: String, body: String, type: String) async throws {
    try await withTree { folder in
      try await withServer(FixtureScript(folder: folder)) { _, client in
        let answer = await client.exchange(get(path, "Connection: close"))
        #expect(answer.statusLine == "HTTP/1.1 200 ")
        #expect(answer.text.contains("Content-Type: \(type)\r\n"))
        #expect(answer.body == body)
      }
    }
  }

  @Test(
    arguments: [
      "/../secret.json", "/products/../../secret.json", "/%2e%2e/secret.json",
      "/..%2fsecret.json", "/products/..%2f..%2fsecret.json", "/link.json", "/up/secret.json",
      "//etc/passwd", "/products", "/products/", "/", "*", "/products/2.json",
      "/products/1.json%00", "/products/%zz", "/./products/1.json", "secret.json",
    ])
  func whatIsNotInTheFolderIsNotFound(path: String) async throws {
    try await withTree { folder in
      try await withServer(FixtureScript(folder: folder)) { _, client in
        let answer = await client.exchange(get(path, "Connection: close"))
        #expect(answer.statusLine == "HTTP/1.1 404 ")
        #expect(answer.text.contains("application/problem+json"))
        #expect(!answer.text.contains("secret\r\n") && !answer.body.hasSuffix("secret"))
      }
    }
  }

  @Test func aFileThatIsKnownIsNotSentAgainUntilItChanges() async throws {
    try await withTree { folder in
      try await withServer(FixtureScript(folder: folder)) { _, client in
        let path = "/products/1.json"
        let first = await client.exchange(get(path, "Connection: close"))
        let tag = try #require(first.text.split(separator: "ETag: ").last?.prefix { $0 != "\r\n" })
        let condition = "If-None-Match: \(tag)"
        let second = await client.exchange(get(path, condition, "Connection: close"))
        #expect(second.statusLine == "HTTP/1.1 304 ")
        #expect(second.body.isEmpty)
        try Data("{ }".utf8).write(to: folder.appendingPathComponent(path))
        let third = await client.exchange(get(path, condition, "Connection: close"))
        #expect(third.body == "{ }")
      }
    }
  }

  @Test func aRouteComesBeforeAFile() async throws {
    try await withTree { folder in
      var script = FixtureScript(folder: folder)
      script.on("/products/1.json", .status(503))
      try await withServer(script) { _, client in
        let answer = await client.exchange(get("/products/1.json", "Connection: close"))
        #expect(answer.statusLine == "HTTP/1.1 503 ")
      }
    }
  }
}
