/// What is awaited of a socket, or has come to pass.
struct SocketReadiness: OptionSet {
  let rawValue: UInt8
  static let readable = SocketReadiness(rawValue: 1)
  static let writable = SocketReadiness(rawValue: 2)
}

/// Waits until one of many sockets is ready. Used by one thread only.
protocol SocketPoller: AnyObject {
  /// Watches a socket, or changes what is awaited of it. False when the system refuses: then
  /// waiting for the socket would be in vain.
  func watch(_ socket: CInt, for readiness: SocketReadiness) -> Bool
  /// The same for a socket that was not closed since it was watched last: then the system need not
  /// be asked where nothing changes.
  func keepWatching(_ socket: CInt, for readiness: SocketReadiness) -> Bool
  /// Stops watching a socket. One that is not watched is passed over.
  func forget(_ socket: CInt)
  /// Waits at most so many milliseconds (for ever when negative), then calls the closure for each
  /// ready socket. An error or a hang-up counts as readable, so that reading finds it out.
  func wait(milliseconds: CInt, _ ready: (CInt, SocketReadiness) -> Void)
  /// Gives its resources back. Nothing may be called after.
  func close()
}

extension SocketPoller {
  func keepWatching(_ socket: CInt, for readiness: SocketReadiness) -> Bool {
    watch(socket, for: readiness)
  }
}

/// The best poller of this system; nil when the process has no descriptor left.
func makeSocketPoller() -> (any SocketPoller)? {
  #if os(Linux)
    EpollPoller()
  #else
    PollPoller()
  #endif
}
