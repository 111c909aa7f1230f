import Foundation

/// What the tests' own process holds, as the kernel counts it.
public enum ThisProcess {
  /// How many descriptors are open.
  public static func openDescriptors() throws -> Int {
    #if os(Linux)
      let folder = "/proc/self/fd"
    #else
      let folder = "/dev/fd"
    #endif
    // One is the folder itself, being read.
    return try FileManager.default.contentsOfDirectory(atPath: folder).count - 1
  }
}
