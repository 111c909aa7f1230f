#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A poller over poll(2), which every system has. Each wait costs in proportion to the sockets.
final class PollPoller: SocketPoller {
  private var entries: [pollfd] = []
  private var places: [CInt: Int] = [:]

  func watch(_ socket: CInt, for readiness: SocketReadiness) -> Bool {
    let events =
      (readiness.contains(.readable) ? CShort(POLLIN) : 0)
      | (readiness.contains(.writable) ? CShort(POLLOUT) : 0)
    if let place = places[socket] {
      entries[place].events = events
    } else {
      places[socket] = entries.count
      entries.append(pollfd(fd: socket, events: events, revents: 0))
    }
    return true
  }

  func forget(_ socket: CInt) {
    guard let place = places.removeValue(forKey: socket) else { return }
    let last = entries.removeLast()
    guard last.fd != socket else { return }
    entries[place] = last
    places[last.fd] = place
  }

  func wait(milliseconds: CInt, _ ready: (CInt, SocketReadiness) -> Void) {
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return }
    // A copy, since whoever is told may watch and forget.
    for entry in entries where entry.revents != 0 {
      // Closed without telling; it would be ready for ever.
      if entry.revents & CShort(POLLNVAL) != 0 { forget(entry.fd) }
      var readiness: SocketReadiness = []
      if entry.revents & CShort(POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0 {
        readiness.insert(.readable)
      }
      if entry.revents & CShort(POLLOUT) != 0 { readiness.insert(.writable) }
      ready(entry.fd, readiness)
    }
  }

  func close() {
    entries = []
    places = [:]
  }
}
