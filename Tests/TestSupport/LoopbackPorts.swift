#if canImport(Glibc)
  import Glibc
  private let stream = Int32(SOCK_STREAM.rawValue)
#else
  import Darwin
  private let stream = SOCK_STREAM
#endif

/// So many different ports that nothing listens on at 127.0.0.1.
///
/// Free now, that is: somebody else may be quicker. Who starts a server there must be ready to
/// try again with others.
public func freePorts(_ count: Int) throws -> [UInt16] {
  var sockets: [Int32] = []
  defer { for socket in sockets { _ = close(socket) } }
  return try (0..<count).map { _ in
    let socket = socket(AF_INET, stream, 0)
    guard socket >= 0 else { throw SocketFailure(call: "socket", code: errno) }
    sockets.append(socket)
    var address = loopback(port: 0)
    guard withSocketAddress(&address, { bind(socket, $0, $1) }) == 0 else {
      throw SocketFailure(call: "bind", code: errno)
    }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    guard withSocketAddress(&address, { bound, _ in getsockname(socket, bound, &length) }) == 0
    else { throw SocketFailure(call: "getsockname", code: errno) }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// Whether somebody listens on a port at 127.0.0.1. The kernel answers for them: no waiting.
public func accepts(port: UInt16) -> Bool {
  let socket = socket(AF_INET, stream, 0)
  guard socket >= 0 else { return false }
  defer { _ = close(socket) }
  var address = loopback(port: port)
  return withSocketAddress(&address, { connect(socket, $0, $1) }) == 0
}

/// A call of the system failed.
public struct SocketFailure: Error, CustomStringConvertible {
  let call: String
  let code: Int32

  /// Which one and why.
  public var description: String { "\(call): \(String(cString: strerror(code)))" }
}

func loopback(port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return address
}

func withSocketAddress(
  _ address: inout sockaddr_in,
  _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  let size = socklen_t(MemoryLayout<sockaddr_in>.size)
  return withUnsafeMutablePointer(to: &address) { address in
    address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
  }
}
