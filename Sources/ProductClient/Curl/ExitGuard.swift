import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps the engine's threads out of libcurl while the process exits.
///
/// `exit()` runs the TLS library's clean-up while other threads go on; one that is in the middle
/// of a TLS write then crashes a program that had ended well. So, first of all at exit, each
/// engine thread is asked to stop where it stands, and waited for (a second at most: the engine
/// never blocks but in its poller).
enum ExitGuard {
  private static let inboxes = Lock<[ObjectIdentifier: CurlInbox]>([:])

  /// Arranges for ``parkAll()`` to run at exit. Called once.
  static func install() {
    atexit { ExitGuard.parkAll() }
  }

  static func watch(_ inbox: CurlInbox) {
    inboxes.withLock { $0[ObjectIdentifier(inbox)] = inbox }
  }

  static func forget(_ inbox: CurlInbox) {
    _ = inboxes.withLock { $0.removeValue(forKey: ObjectIdentifier(inbox)) }
    inbox.isOutOfLibcurl.signal()
  }

  private static func parkAll() {
    let all = inboxes.withLock { Array($0.values) }
    for inbox in all { inbox.set(.parking) }
    let deadline = DispatchTime.now() + .seconds(1)
    for inbox in all { _ = inbox.isOutOfLibcurl.wait(timeout: deadline) }
  }

  /// Where a parked thread stays. It keeps what it holds, and the process ends without it.
  static func park(_ inbox: CurlInbox) -> Never {
    inbox.isOutOfLibcurl.signal()
    while true { pause() }
  }
}
