import Foundation
import Testing

/// Data that nobody in this project wrote, where it is at hand.
public enum Cases {
  /// The folder that PRODUCT_CLIENT_CASES names; nil when it is not set or not there.
  public static let folder: URL? = {
    guard let path = ProcessInfo.processInfo.environment["PRODUCT_CLIENT_CASES"],
      !path.isEmpty, FileManager.default.fileExists(atPath: path)
    else { return nil }
    return URL(fileURLWithPath: path, isDirectory: true)
  }()

  /// One file of it. Throws ``Missing`` when there is none.
  public static func contents(of path: String) throws -> Data {
    guard let folder else { throw Missing(path: path) }
    return try Data(contentsOf: folder.appendingPathComponent(path))
  }

  /// A case was asked for that is not at hand.
  public struct Missing: Error, CustomStringConvertible {
    let path: String

    /// Which one.
    public var description: String { "\(path): PRODUCT_CLIENT_CASES names no folder" }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test or suite where the cases are not at hand.
  public static var needsCases: Self {
    .enabled(
      if: Cases.folder != nil,
      "PRODUCT_CLIENT_CASES does not name a folder with cases from elsewhere"
    )
  }

  /// Skips the test or suite where nginx is not installed.
  public static var needsNginx: Self {
    .enabled(if: Nginx.isInstalled, "nginx is not installed: apt-get install nginx-light")
  }

  /// Skips the test or suite where a program is not installed.
  public static func needs(_ program: String) -> Self {
    .enabled(if: Program(program).isInstalled, "\(program) is not installed")
  }
}
