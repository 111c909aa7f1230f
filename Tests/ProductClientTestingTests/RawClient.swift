import Foundation
import ProductClientTesting

/// A client that says and hears bytes, with blocking sockets on a thread of its own: neither the
/// pool of Swift's tasks nor that of Dispatch, which is the same on Linux, may be blocked.
struct RawClient: Sendable {
  let port: UInt16

  /// Sends the text on a new connection, and returns what came until the server ended it.
  func exchange(_ text: String, byteLimit: Int = .max) async -> RawAnswer {
    await run { connection in
      connection.send(text)
      return connection.readToEnd(byteLimit: byteLimit)
    }
  }

  /// Runs blocking code with a new connection, which is closed after it.
  func run<Result: Sendable>(_ body: @escaping @Sendable (RawConnection) -> Result) async -> Result
  {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let connection = RawConnection(port: port)
        let result = body(connection)
        connection.close()
        continuation.resume(returning: result)
      }
    }
  }
}

/// What a raw client heard.
struct RawAnswer: Hashable, Sendable {
  enum End: Hashable, Sendable {
    case finished
    case reset
    /// The client heard as much as it wanted, and did not wait for the end.
    case enough
    case other(Int32)
  }

  var text: String
  var end: End
  var body: String { text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "|") }
  var statusLine: String { String(text.prefix { $0 != "\r\n" && $0 != "\r" }) }
}

/// One blocking connection. Reads give up after ten seconds.
struct RawConnection: Sendable {
  private let descriptor: Int32
  let isConnected: Bool

  init(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var wait = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &wait,
      socklen_t(MemoryLayout<timeval>.size)
    )
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let descriptor = self.descriptor
    isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Reads until the server ends the connection, or so many bytes came.
  func readToEnd(byteLimit: Int = .max) -> RawAnswer {
    var heard: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while heard.count < byteLimit {
      let count = recv(descriptor, &buffer, min(buffer.count, byteLimit - heard.count), 0)
      guard count > 0 else {
        return RawAnswer(text: String(decoding: heard, as: UTF8.self), end: Self.end(count))
      }
      heard += buffer[..<count]
    }
    return RawAnswer(text: String(decoding: heard, as: UTF8.self), end: .enough)
  }

  /// Reads until this text came, and nothing beyond it; false when it did not come.
  func read(until text: String) -> Bool {
    let wanted = Array(text.utf8)
    var heard: [UInt8] = []
    while !heard.hasSuffix(wanted) {
      // At least so many bytes are still missing, so none of the next answer are taken.
      let missing = wanted.count - heard.longestPrefix(of: wanted)
      guard let more = read(atMost: missing) else { return false }
      heard += more
    }
    return true
  }

  /// Reads so many bytes; false when they did not come.
  func skip(_ count: Int) -> Bool {
    var left = count
    while left > 0 {
      guard let more = read(atMost: left) else { return false }
      left -= more.count
    }
    return true
  }

  private func read(atMost count: Int) -> ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: count)
    let got = recv(descriptor, &buffer, count, 0)
    return got > 0 ? buffer[..<got] : nil
  }

  func close() {
    Glibc.close(descriptor)
  }

  private static func end(_ count: Int) -> RawAnswer.End {
    if count == 0 { return .finished }
    return errno == ECONNRESET ? .reset : .other(errno)
  }
}

/// A request as a client would write it.
func get(_ path: String, _ fields: String...) -> String {
  "GET \(path) HTTP/1.1\r\nHost: test\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// Runs a test with a server that answers by the script, and stops the server.
func withServer<Result>(
  _ script: FixtureScript,
  _ body: (FixtureServer, RawClient) async throws -> Result
) async throws -> Result {
  let server = try await FixtureServer.start(script)
  do {
    let result = try await body(server, RawClient(port: server.port))
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ suffix: [UInt8]) -> Bool {
    count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }

  /// How many of the other's first bytes these bytes end with.
  fileprivate func longestPrefix(of other: [UInt8]) -> Int {
    (0...Swift.min(count, other.count)).last { hasSuffix(Array(other[..<$0])) } ?? 0
  }
}
