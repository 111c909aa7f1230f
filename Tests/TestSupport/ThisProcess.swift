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

  #if os(Linux)
    /// How many bytes of memory are resident.
    public static func residentBytes() throws -> Int {
      let numbers = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        .split(separator: " ")
      guard numbers.count > 1, let pages = Int(numbers[1]) else {
        throw CocoaError(.fileReadCorruptFile)
      }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  #endif
}
