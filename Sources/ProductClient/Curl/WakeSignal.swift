internal import CCurl

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Wakes a thread that waits in a ``SocketPoller``, from any thread: an eventfd on Linux, a pipe
/// elsewhere.
final class WakeSignal: Sendable {
  /// What the poller watches for reading.
  let readEnd: CInt
  private let writeEnd: CInt

  /// nil when the process has no descriptor left.
  init?() {
    #if os(Linux)
      readEnd = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
      writeEnd = readEnd
      if readEnd < 0 { return nil }
    #else
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
      (readEnd, writeEnd) = (ends[0], ends[1])
    #endif
  }

  deinit {
    close(readEnd)
    if writeEnd != readEnd { close(writeEnd) }
  }

  /// Makes the next wait return, or the present one. A signal that is raised already stays so.
  func raise() {
    var one: UInt64 = 1
    // Fails only when the counter or the pipe is full, and then the reader is awake anyway.
    _ = write(writeEnd, &one, MemoryLayout<UInt64>.size)
  }

  /// Takes the signal back, so that waiting waits again.
  func lower() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes))
      == MemoryLayout.size(ofValue: bytes)
    {}
  }
}
