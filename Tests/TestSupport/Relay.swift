import Foundation
import Synchronization

#if canImport(Glibc)
  private let stream = Int32(SOCK_STREAM.rawValue)
  private let withoutSignal = Int32(MSG_NOSIGNAL)
#else
  private let stream = SOCK_STREAM
  private let withoutSignal: Int32 = 0
#endif

/// Stands between a client and a server on loopback and passes on what they say, until it is told
/// to freeze: the connections of that moment then swallow everything, and tell nobody. So does a
/// router that forgot a connection. Connections made later are passed on as before.
///
/// ``stop()`` it or let go of it.
public final class Relay: Sendable {
  /// The port to connect to, at 127.0.0.1.
  public let port: UInt16
  private let progress: Progress

  /// What the relay's thread shares with the tests. No mutex: see `Lock` on the thread sanitizer.
  final class Progress: Sendable {
    let accepted = Atomic(0)
    let closedByClients = Atomic(0)
    let frozen = Atomic(0)
    let swallowed = Atomic(0)
    let hungUp = Atomic(0)
    let isStopped = Atomic(false)
  }

  /// Starts a relay to a port at 127.0.0.1.
  public init(to server: UInt16) throws {
    let listener = try listen()
    let progress = Progress()
    self.progress = progress
    port = listener.port
    let loop = RelayLoop(listener: listener.socket, server: server, progress: progress)
    Thread.detachNewThread {
      var loop = loop
      loop.run()
    }
  }

  deinit {
    stop()
  }

  /// How many connections there have been.
  public var acceptedConnections: Int { progress.accepted.load(ordering: .acquiring) }

  /// How many of them their clients have closed.
  public var closedConnections: Int { progress.closedByClients.load(ordering: .acquiring) }

  /// How many bytes of clients were swallowed.
  public var swallowedBytes: Int { progress.swallowed.load(ordering: .acquiring) }

  /// Lets the connections that there are now swallow everything from now on, and those to come as
  /// well if told so.
  public func freeze(newOnesToo: Bool = false) {
    progress.frozen.store(newOnesToo ? .max : acceptedConnections, ordering: .releasing)
  }

  /// Ends the connections that there are now, as a server does that has no more to say, soon. The
  /// client's ends stay open until the clients close them.
  public func hangUp() {
    progress.hungUp.store(acceptedConnections, ordering: .releasing)
  }

  /// Closes all connections, soon.
  public func stop() {
    progress.isStopped.store(true, ordering: .releasing)
  }
}

/// What runs on the relay's thread.
private struct RelayLoop {
  /// Two sockets, and which connection they are, from 1.
  struct Pair {
    let client: Int32
    let server: Int32
    let number: Int
    var hasServerLeft = false
    var isHungUp = false
  }

  let listener: Int32
  let server: UInt16
  let progress: Relay.Progress
  var pairs: [Pair] = []

  mutating func run() {
    while !progress.isStopped.load(ordering: .acquiring) {
      var entries =
        ([listener] + pairs.flatMap { $0.hasServerLeft ? [$0.client] : [$0.client, $0.server] }).map
      {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      hangUp()
      // Looks up now and then, to see whether it is to stop or to hang up.
      guard poll(&entries, nfds_t(entries.count), 20) > 0 else { continue }
      let ready = Set(entries.filter { $0.revents != 0 }.map(\.fd))
      pairs = pairs.compactMap { pass($0, ready) }
      if ready.contains(listener) { admit() }
    }
    for pair in pairs { end(pair) }
    _ = close(listener)
  }

  private mutating func hangUp() {
    let hungUp = progress.hungUp.load(ordering: .acquiring)
    for place in pairs.indices where pairs[place].number <= hungUp && !pairs[place].isHungUp {
      pairs[place].isHungUp = true
      _ = shutdown(pairs[place].client, Int32(SHUT_WR))
    }
  }

  private mutating func admit() {
    let client = accept(listener, nil, nil)
    guard client >= 0 else { return }
    guard let upstream = connection(to: server) else {
      _ = close(client)
      return
    }
    let number = progress.accepted.add(1, ordering: .acquiringAndReleasing).newValue
    pairs.append(Pair(client: client, server: upstream, number: number))
  }

  /// Passes on what there is; nil when the connection is over.
  private func pass(_ pair: Pair, _ ready: Set<Int32>) -> Pair? {
    var pair = pair
    let isFrozen = pair.number <= progress.frozen.load(ordering: .acquiring)
    if ready.contains(pair.client), !copy(from: pair.client, to: isFrozen ? nil : pair.server) {
      progress.closedByClients.add(1, ordering: .acquiringAndReleasing)
      end(pair)
      return nil
    }
    if ready.contains(pair.server), !copy(from: pair.server, to: isFrozen ? nil : pair.client) {
      // A server that leaves a frozen connection is not heard either.
      pair.hasServerLeft = true
      if isFrozen { return pair }
      end(pair)
      return nil
    }
    return pair
  }

  private func copy(from source: Int32, to target: Int32?) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(source, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    guard let target else {
      progress.swallowed.add(count, ordering: .acquiringAndReleasing)
      return true
    }
    var sent = 0
    while sent < count {
      let written = bytes[sent..<count].withUnsafeBytes {
        send(target, $0.baseAddress, $0.count, withoutSignal)
      }
      guard written > 0 else { return false }
      sent += written
    }
    return true
  }

  private func end(_ pair: Pair) {
    _ = close(pair.client)
    _ = close(pair.server)
  }
}

private func listen() throws -> (socket: Int32, port: UInt16) {
  let socket = socket(AF_INET, stream, 0)
  guard socket >= 0 else { throw SocketFailure(call: "socket", code: errno) }
  var address = loopback(port: 0)
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  guard withSocketAddress(&address, { bind(socket, $0, $1) }) == 0,
    listen(socket, 64) == 0,
    withSocketAddress(&address, { bound, _ in getsockname(socket, bound, &length) }) == 0
  else {
    let code = errno
    _ = close(socket)
    throw SocketFailure(call: "listen", code: code)
  }
  return (socket, UInt16(bigEndian: address.sin_port))
}

private func connection(to port: UInt16) -> Int32? {
  let socket = socket(AF_INET, stream, 0)
  guard socket >= 0 else { return nil }
  var address = loopback(port: port)
  guard withSocketAddress(&address, { connect(socket, $0, $1) }) == 0 else {
    _ = close(socket)
    return nil
  }
  return socket
}
