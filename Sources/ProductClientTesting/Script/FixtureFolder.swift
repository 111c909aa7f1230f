import Foundation

/// Finds the file for a path, and nothing outside of its folder.
struct FixtureFolder: Sendable {
  private let root: URL

  init(_ root: URL) {
    self.root = root
  }

  /// The file's content as a reply; nil when the path names no file in the folder.
  ///
  /// The file is read when it is asked for, so that an edited fixture is served as it is now.
  func reply(to path: String) -> FixtureReply? {
    guard let segments = Self.segments(of: path),
      let base = Self.realPath(root.path),
      let file = Self.realPath(([root.path] + segments).joined(separator: "/")),
      file.hasPrefix(base == "/" ? base : base + "/")
    else { return nil }
    guard let reply = try? FixtureReply.file(URL(fileURLWithPath: file, isDirectory: false)) else {
      return nil
    }
    return Self.entityTag(of: file).map { reply.with("ETag", $0) } ?? reply
  }

  /// The decoded names on the way; nil when one of them could lead elsewhere.
  static func segments(of path: String) -> [String]? {
    guard path.hasPrefix("/") else { return nil }
    var names: [String] = []
    for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let name = String(segment).removingPercentEncoding, !name.isEmpty,
        name != ".", name != "..", !name.utf8.contains(where: { $0 == 0 || $0 == 0x2F })
      else { return nil }
      names.append(name)
    }
    return names
  }

  /// Changes when the file does, as far as its time and size tell.
  private static func entityTag(of file: String) -> String? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: file),
      let changed = attributes[.modificationDate] as? Date,
      let size = attributes[.size] as? Int
    else { return nil }
    let microseconds = Int64(changed.timeIntervalSince1970 * 1_000_000)
    return "\"\(String(microseconds, radix: 16))-\(String(size, radix: 16))\""
  }

  /// The path with symbolic links resolved; nil when there is no such file.
  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
