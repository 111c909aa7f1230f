#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Starts a thread that is nobody else's. Foundation's `Thread` would bring ICU into every program.
///
/// All signals are blocked on it: handlers of the program run on the program's threads, and a
/// write to a connection that the server closed gives an error here instead of SIGPIPE (libcurl
/// leaves that to the program when `CURLOPT_NOSIGNAL` is set).
///
/// Returns whether the system had a thread to give.
func startEngineThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  let start = Unmanaged.passRetained(ThreadStart(body))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let result = pthread_create(&thread, nil, { runEngineThread($0) }, start.toOpaque())
  guard result == 0 else {
    start.release()
    return false
  }
  #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
  #else
    pthread_detach(thread)
  #endif
  return true
}

/// Carries the closure through C's `void *`.
private final class ThreadStart: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

#if canImport(Darwin)
  private typealias ThreadArgument = UnsafeMutableRawPointer
#else
  private typealias ThreadArgument = UnsafeMutableRawPointer?
#endif

private func runEngineThread(_ argument: ThreadArgument) -> UnsafeMutableRawPointer? {
  var signals = sigset_t()
  sigfillset(&signals)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  let pointer: UnsafeMutableRawPointer? = argument
  if let pointer {
    Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue().body()
  }
  return nil
}
