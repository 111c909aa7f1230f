import FlyingSocks
import Foundation

/// A listening socket on 127.0.0.1.
struct Listener: Sendable {
  let port: UInt16
  private let socket: Socket
  private let pool: SharedPool.Pool

  /// - Parameter port: 0 lets the system choose a free one.
  init(port: UInt16, pool: SharedPool.Pool) throws {
    let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
    socket = try Socket(domain: Int32(AF_INET))
    self.pool = pool
    do {
      socket.closeOnExec()
      try socket.setValue(true, for: .localAddressReuse)
      try socket.setFlags(.nonBlocking)
      try socket.bind(to: address)
      self.port = try socket.boundPort()
    } catch {
      try? socket.close()
      throw error
    }
    try socket.listen(maxPendingConnection: 4096)
  }

  /// The next connection; nil once the task is cancelled.
  func accept() async -> Wire? {
    while !Task.isCancelled {
      do {
        return Wire(Socket(file: try socket.accept().file), pool: pool)
      } catch SocketError.blocked {
        try? await pool.suspendSocket(socket, untilReadyFor: .connection)
      } catch {
        // Out of descriptors, or a client that left in the queue: neither ends the server.
        try? await Task.sleep(for: .milliseconds(10))
      }
    }
    return nil
  }

  /// Ends the queue: clients that wait in it are reset, and new ones refused.
  func close() async {
    await pool.settle()
    try? socket.close()
  }
}

extension Socket {
  fileprivate func boundPort() throws -> UInt16 {
    guard case .ip4(_, let port) = try sockname() else { throw SocketError.unsupportedAddress }
    return port
  }
}
