import FlyingSocks
import Foundation

/// One accepted connection as a stream of bytes. Whoever accepted it closes it, once.
struct Wire: Sendable {
  private let socket: Socket
  private let pool: SharedPool.Pool
  private static let readSize = 4096

  init(_ socket: Socket, pool: SharedPool.Pool) {
    self.socket = socket
    self.pool = pool
    try? socket.setFlags(.nonBlocking)
    try? socket.setValue(true, for: .noDelay)
    socket.closeOnExec()
    #if canImport(Darwin)
      try? socket.setValue(true, for: .noSIGPIPE)
    #endif
  }

  /// What the client sent next; throws when it has left.
  func read() async throws -> [UInt8] {
    while true {
      do {
        return try socket.read(atMost: Self.readSize)
      } catch SocketError.blocked {
        try await pool.suspendSocket(socket, untilReadyFor: .read)
      }
    }
  }

  /// Sends all of it; throws when the client has left. A client that does not read makes it wait.
  func send(_ bytes: [UInt8]) async throws {
    let data = Data(bytes)
    var sent = data.startIndex
    while sent < data.endIndex {
      do {
        // FlyingSocks writes with MSG_NOSIGNAL: a client that has left raises no SIGPIPE.
        sent = try socket.write(data, from: sent)
      } catch SocketError.blocked {
        try await pool.suspendSocket(socket, untilReadyFor: .write)
      }
    }
  }

  /// Returns, by throwing, when the client leaves. What it says until then is dropped.
  func hold() async throws {
    while true { _ = try await read() }
  }

  /// Lets time pass; throws when the client leaves meanwhile.
  func pause(for duration: Duration, on clock: any Clock<Duration>) async throws {
    let clientLeft = try await withThrowingTaskGroup(of: Bool?.self) { group in
      group.addTask {
        try await clock.sleep(for: duration)
        return false
      }
      group.addTask { await clientLeavesBeforeItSpeaks() ? true : nil }
      defer { group.cancelAll() }
      while let outcome = try await group.next() {
        if let outcome { return outcome }
      }
      return false
    }
    if clientLeft { throw SocketError.disconnected }
  }

  /// False when the client sent the next request, which is left where it is.
  private func clientLeavesBeforeItSpeaks() async -> Bool {
    do {
      try await pool.suspendSocket(socket, untilReadyFor: .read)
    } catch {
      return !(error is CancellationError)
    }
    var byte: UInt8 = 0
    return recv(socket.file.rawValue, &byte, 1, Int32(MSG_PEEK)) <= 0
  }

  /// Closes in an orderly way: what was sent arrives, then the end.
  func close() async {
    await pool.settle()
    shutdown(socket.file.rawValue, Int32(SHUT_WR))
    // What lies unread at a close turns it into a reset; but nobody may keep the server reading.
    for _ in 0..<256 where (try? socket.read(atMost: Self.readSize)) == nil { break }
    try? socket.close()
  }

  /// Closes with a reset.
  func reset() async {
    await pool.settle()
    socket.resetOnClose()
    try? socket.close()
  }
}

extension Socket {
  /// Keeps the descriptor from child processes, which would keep the connection open.
  func closeOnExec() {
    _ = fcntl(file.rawValue, F_SETFD, FD_CLOEXEC)
  }

  fileprivate func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      file.rawValue,
      SOL_SOCKET,
      SO_LINGER,
      &option,
      socklen_t(MemoryLayout<linger>.size)
    )
  }
}

extension SocketOption where Self == BoolSocketOption {
  fileprivate static var noDelay: BoolSocketOption {
    BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
  }
}
