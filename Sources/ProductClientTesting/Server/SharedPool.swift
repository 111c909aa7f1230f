import FlyingSocks

/// The one pool that waits for all sockets of all servers of the process.
///
/// It is never stopped: FlyingSocks 0.27.1 does not close the event descriptor of a stopped pool,
/// so one pool per server would leak a descriptor each. While no socket waits, it costs nothing.
enum SharedPool {
  #if canImport(Darwin)
    typealias Pool = SocketPool<kQueue>
    private static func make() -> Pool { .kQueue(maxEvents: 256) }
  #else
    typealias Pool = SocketPool<ePoll>
    private static func make() -> Pool { .ePoll(maxEvents: 256) }
  #endif

  private static let running = Task.detached {
    let pool = make()
    try await pool.prepare()
    Task.detached { try await pool.run() }
    return pool
  }

  static func running() async throws -> Pool {
    try await running.value
  }
}

extension SocketPool {
  /// Returns when the pool has done what it had begun.
  ///
  /// A task that waited for its socket is woken in the middle of the pool's bookkeeping. If it
  /// closed its descriptor before the pool is through, the pool could not sign the descriptor off
  /// any more, would take the next connection of the same number for signed on, and never wake
  /// it. So: await this before a close.
  func settle() {}
}
