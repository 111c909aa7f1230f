import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Keeps the engine's threads out of libcurl while the process exits.
///
/// `exit()` runs the TLS library's clean-up while other threads go on. One that is in the middle
/// of a TLS write, or gives back what the TLS library keeps for it as a thread, then crashes a
/// program that had ended well. So, first of all at exit, each engine thread is asked to stop where
/// it stands, and waited for (a second at most: the engine never blocks but in its poller); those
/// that were about to end are waited for until they are gone.
enum ExitGuard {
  private struct Engines: Sendable {
    var running: [ObjectIdentifier: CurlInbox] = [:]
    /// Threads that end or have ended, for somebody to join. One at most is left over: each joins
    /// the one before it.
    var ended: [EngineThread] = []
  }

  private static let engines = Lock(Engines())

  /// Arranges for ``parkAll()`` to run at exit. Called once.
  static func install() {
    atexit { ExitGuard.parkAll() }
  }

  /// Begins to keep an eye on an engine, before its thread starts.
  static func watch(_ inbox: CurlInbox) {
    engines.withLock { $0.running[ObjectIdentifier(inbox)] = inbox }
  }

  /// The engine's thread did not start.
  static func unwatch(_ inbox: CurlInbox) {
    engines.withLock { $0.running[ObjectIdentifier(inbox)] = nil }
  }

  /// The engine on the calling thread is done with libcurl, and the thread will end.
  static func forget(_ inbox: CurlInbox) {
    // In one step: at any time a thread is either running or to be joined.
    let earlier = engines.withLock { engines in
      engines.running[ObjectIdentifier(inbox)] = nil
      defer { engines.ended = [.current] }
      return engines.ended
    }
    inbox.isOutOfLibcurl.signal()
    for thread in earlier { thread.join() }
  }

  private static func parkAll() {
    let running = engines.withLock { Array($0.running.values) }
    for inbox in running { inbox.set(.parking) }
    let deadline = DispatchTime.now() + .seconds(1)
    for inbox in running { _ = inbox.isOutOfLibcurl.wait(timeout: deadline) }
    let ended = engines.withLock { engines in
      defer { engines.ended = [] }
      return engines.ended
    }
    for thread in ended { thread.join() }
  }

  /// Where a parked thread stays. It keeps what it holds, and the process ends without it.
  static func park(_ inbox: CurlInbox) -> Never {
    inbox.isOutOfLibcurl.signal()
    while true { pause() }
  }
}
