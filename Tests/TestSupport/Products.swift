import Foundation

/// A made-up catalogue on disk, written by Scripts/make-products.
public struct Products: Sendable {
  /// The folder that holds `products/<ID>.json` and `ids.txt`.
  public let folder: URL
  /// The ids, in order.
  public let ids: [String]

  /// Writes so many products of about 1 KB each. The same ones every time.
  public static func make(count: Int, in folder: URL) async throws -> Products {
    try await Program("python3").succeed([script, folder.path, String(count)])
    let ids = try String(contentsOf: folder.appendingPathComponent("ids.txt"), encoding: .utf8)
    return Products(folder: folder, ids: ids.split(separator: "\n").map(String.init))
  }

  /// The path of a product below ``folder``, which is its path on a server of that folder.
  public func path(of id: String) -> String {
    "products/\(id).json"
  }

  /// The document of a product.
  public func document(of id: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(path(of: id)))
  }

  private static let script = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../Scripts/make-products").standardizedFileURL.path
}
