import Foundation

/// Tells handlers that were spared the hop from all other code: what they start is not spared it,
/// or a chain of results that are there at once would grow the stack with each.
enum NestedHandlers {
  /// The threads that run such a handler now.
  private static let threads = Lock<Set<UInt>>([])

  /// Whether the calling code runs inside such a handler.
  static var areInside: Bool {
    threads.withLock { $0.contains(thread) }
  }

  static func run(_ handler: () -> Void) {
    let thread = thread
    threads.withLock { _ = $0.insert(thread) }
    handler()
    threads.withLock { _ = $0.remove(thread) }
  }

  private static var thread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
