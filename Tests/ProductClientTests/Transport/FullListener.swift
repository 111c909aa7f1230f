import Foundation

/// A listening socket whose queue is full: connections to it neither come nor are refused.
final class FullListener: Sendable {
  let url: URL
  private let sockets: [CInt]

  struct Failed: Error {}

  init() throws {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    guard Self.call(bind, listener, &address) == 0, listen(listener, 0) == 0 else { throw Failed() }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let named = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
    }
    let port = UInt16(bigEndian: address.sin_port)
    guard named == 0, let url = URL(string: "http://127.0.0.1:\(port)/") else { throw Failed() }
    self.url = url
    // A queue of length 0 holds one connection; a few more than that surely fill it.
    sockets = [listener] + (0..<4).map { _ in Self.connection(to: address) }
  }

  deinit {
    for socket in sockets { close(socket) }
  }

  private static func connection(to address: sockaddr_in) -> CInt {
    let client = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    var address = address
    _ = call(connect, client, &address)
    return client
  }

  private static func call(
    _ function: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt, _ socket: CInt,
    _ address: inout sockaddr_in
  ) -> CInt {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
