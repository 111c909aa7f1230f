import Foundation

/// Listens on every address of this machine, and tells whether anybody came. The kernel lets them in.
final class QuietListener: Sendable {
  let port: UInt16
  private let listener: CInt

  struct Failed: Error {}

  init() throws {
    // Where there is version 6, its socket takes what comes over version 4, too.
    var opened = socket(AF_INET6, CInt(SOCK_STREAM.rawValue), 0)
    var no: CInt = 0
    setsockopt(opened, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &no, socklen_t(MemoryLayout<CInt>.size))
    if opened < 0 { opened = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0) }
    // Not bound: listening binds it to a port that is free, at every address.
    guard opened >= 0, listen(opened, 16) == 0 else { throw Failed() }
    var name = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let named = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(opened, $0, &length) }
    }
    guard named == 0 else { throw Failed() }
    listener = opened
    // At the same place for both versions.
    port = UInt16(bigEndian: name.sin6_port)
  }

  deinit {
    close(listener)
  }

  func url(_ host: String) throws -> URL {
    guard let url = URL(string: "http://\(host):\(port)/1.json") else { throw Failed() }
    return url
  }

  /// Whether a connection was made that nobody has been told of.
  var wasContacted: Bool {
    var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
  }

  /// Waits for a connection, on a thread of its own, and gives back the first byte that arrives;
  /// then the connection is gone.
  func firstByte() async -> UInt8? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        let connection = accept(listener, nil, nil)
        defer { close(connection) }
        var byte: UInt8 = 0
        continuation.resume(returning: recv(connection, &byte, 1, 0) == 1 ? byte : nil)
      }
    }
  }
}
