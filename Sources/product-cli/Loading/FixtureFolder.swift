import Foundation
import ProductClientTesting

/// A folder of products that is served on loopback.
struct FixtureFolder: Sendable {
  private let url: URL

  /// Throws when there is no such folder, or none that can be read.
  init(_ path: String) throws(Stop) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .unreadable(path, code: ENOENT)
    }
    guard isFolder.boolValue else { throw .unreadable(path, code: ENOTDIR) }
    guard access(path, R_OK | X_OK) == 0 else { throw .unreadable(path) }
    url = URL(fileURLWithPath: path, isDirectory: true)
  }

  /// Starts a server of the folder; 0 is a free port.
  func serve(port: UInt16 = 0) async throws(Stop) -> FixtureServer {
    do {
      return try await FixtureServer.start(
        FixtureScript(folder: url),
        port: port,
        recordedRequests: 0
      )
    } catch {
      let place = port == 0 ? "on loopback" : "on port \(port)"
      throw Stop(ExitStatus.unavailable, "cannot start a server \(place): \(error)")
    }
  }

  /// Where a server of the folder has its products.
  func template(on server: FixtureServer) throws -> URLTemplate {
    try URLTemplate("\(server.url.absoluteString)\(productsPath)/{id}.json")
  }

  private var productsPath: String {
    var isFolder: ObjCBool = false
    let products = url.appendingPathComponent("products").path
    let exists = FileManager.default.fileExists(atPath: products, isDirectory: &isFolder)
    return exists && isFolder.boolValue ? "/products" : ""
  }
}
