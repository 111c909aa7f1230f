#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread that is nobody else's. Foundation's `Thread` would bring ICU into every program.
struct EngineThread: Sendable {
  /// The `pthread_t`, which is a number on Linux and a pointer elsewhere.
  private let bits: UInt

  /// The calling thread.
  static var current: EngineThread {
    #if canImport(Darwin)
      EngineThread(bits: UInt(bitPattern: pthread_self()))
    #else
      EngineThread(bits: pthread_self())
    #endif
  }

  /// Waits until the thread is gone. Somebody must, once, for each thread that was started.
  func join() {
    #if canImport(Darwin)
      if let thread = pthread_t(bitPattern: bits) { pthread_join(thread, nil) }
    #else
      pthread_join(bits, nil)
    #endif
  }

  /// Starts a thread; returns whether the system had one to give.
  ///
  /// All signals are blocked on it: handlers of the program run on the program's threads, and a
  /// write to a connection that the server closed gives an error here instead of SIGPIPE (libcurl
  /// leaves that to the program when `CURLOPT_NOSIGNAL` is set).
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let start = Unmanaged.passRetained(ThreadStart(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // A thread starts with the signal mask of the one that makes it.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    let result = pthread_create(&thread, nil, { runEngineThread($0) }, start.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    if result != 0 { start.release() }
    return result == 0
  }
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
  let pointer: UnsafeMutableRawPointer? = argument
  if let pointer {
    Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue().body()
  }
  return nil
}
