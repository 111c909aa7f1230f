internal import CCurl

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Both ends of a connection, which no other connection of this machine has at the same time.
///
/// libcurl 7.88 tells the socket of an exchange only when it is over, and was the last one on its
/// connection (`CURLINFO_ACTIVESOCKET`); the ends it always tells.
struct ConnectionEnds: Hashable {
  private let local: End
  private let remote: End

  private struct End: Hashable {
    let address: String
    let port: Int
  }

  /// The ends of the connection that the exchange of the handle is on, or was on last; nil when it
  /// has come to none.
  init?(of easy: UnsafeMutableRawPointer) {
    guard let local = Self.end(easy, CURLINFO_LOCAL_IP, CURLINFO_LOCAL_PORT),
      let remote = Self.end(easy, CURLINFO_PRIMARY_IP, CURLINFO_PRIMARY_PORT)
    else { return nil }
    (self.local, self.remote) = (local, remote)
  }

  /// The ends of a connected socket; nil when it is not one.
  init?(of socket: CInt) {
    guard let local = Self.end(socket, getsockname), let remote = Self.end(socket, getpeername)
    else { return nil }
    (self.local, self.remote) = (local, remote)
  }

  private static func end(
    _ easy: UnsafeMutableRawPointer, _ address: CURLINFO, _ port: CURLINFO
  ) -> End? {
    var text: UnsafePointer<CChar>?
    var number = 0
    guard pc_easy_getinfo_string(easy, address, &text) == CURLE_OK, let text,
      text.pointee != 0, pc_easy_getinfo_long(easy, port, &number) == CURLE_OK, number > 0
    else { return nil }
    return End(address: String(cString: text), port: number)
  }

  private static func end(
    _ socket: CInt,
    _ name: (CInt, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
  ) -> End? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        name(socket, address, &length) == 0 ? end(address) : nil
      }
    }
  }

  private static func end(_ address: UnsafeMutablePointer<sockaddr>) -> End? {
    let raw = UnsafeMutableRawPointer(address)
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let size = socklen_t(text.count)
    switch CInt(address.pointee.sa_family) {
    case AF_INET:
      var end = raw.load(as: sockaddr_in.self)
      guard inet_ntop(AF_INET, &end.sin_addr, &text, size) != nil else { return nil }
      return End(address: Self.string(text), port: Int(UInt16(bigEndian: end.sin_port)))
    case AF_INET6:
      var end = raw.load(as: sockaddr_in6.self)
      guard inet_ntop(AF_INET6, &end.sin6_addr, &text, size) != nil else { return nil }
      return End(address: Self.string(text), port: Int(UInt16(bigEndian: end.sin6_port)))
    default:
      return nil
    }
  }

  private static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
