import Foundation

/// How many descriptors this process may have open, and how many of them loads may use.
enum Descriptors {
  /// What the program itself needs besides connections, a server of fixtures included.
  private static let reserve = 64

  /// Raises the limit to what the system allows without privileges; each load at once takes one.
  static func raiseLimit() {
    guard var limit = limit else { return }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(resource, &limit)
  }

  /// No more than this many connections at once can work, whatever is asked for; at least one.
  static var room: Int {
    guard let limit else { return .max }
    return max(1, Int(clamping: limit.rlim_cur) - reserve)
  }

  private static var limit: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}
