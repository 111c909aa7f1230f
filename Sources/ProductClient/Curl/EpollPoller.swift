#if os(Linux)
  internal import CCurl
  import Glibc

  /// A poller whose wait costs the same however many sockets are watched (epoll(7), level-triggered).
  final class EpollPoller: SocketPoller {
    private static let batch = 256
    private var descriptor: CInt
    /// What was last awaited of each descriptor, by its number; of one that was closed since, too.
    private var watched: [SocketReadiness] = []
    private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: EpollPoller.batch)

    init?() {
      descriptor = epoll_create1(CInt(EPOLL_CLOEXEC))
      // Runs deinit, as everything is set: it gives the events back.
      if descriptor < 0 { return nil }
    }

    deinit {
      assert(descriptor < 0, "close() comes first")
      events.deallocate()
    }

    func watch(_ socket: CInt, for readiness: SocketReadiness) -> Bool {
      guard ask(socket, for: readiness) else { return false }
      note(readiness, of: socket)
      return true
    }

    func keepWatching(_ socket: CInt, for readiness: SocketReadiness) -> Bool {
      if watched.indices.contains(Int(socket)), watched[Int(socket)] == readiness { return true }
      return watch(socket, for: readiness)
    }

    private func note(_ readiness: SocketReadiness, of socket: CInt) {
      guard let place = Int(exactly: socket), place >= 0 else { return }
      if place >= watched.count {
        watched.append(contentsOf: repeatElement([], count: place + 1 - watched.count))
      }
      watched[place] = readiness
    }

    private func ask(_ socket: CInt, for readiness: SocketReadiness) -> Bool {
      var event = epoll_event()
      event.events =
        (readiness.contains(.readable) ? EPOLLIN.rawValue : 0)
        | (readiness.contains(.writable) ? EPOLLOUT.rawValue : 0)
      event.data.fd = socket
      // Whether it is watched already is the kernel's to know: libcurl may close a descriptor and
      // get the same number again without telling in between.
      if epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event) == 0 { return true }
      if errno == ENOENT, epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) == 0 { return true }
      // One that is closed already has nothing to wait for; libcurl will find out.
      return errno == EBADF
    }

    func forget(_ socket: CInt) {
      var event = epoll_event()
      _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
      note([], of: socket)
    }

    func wait(milliseconds: CInt, _ ready: (CInt, SocketReadiness) -> Void) {
      let count = epoll_wait(descriptor, events, CInt(Self.batch), milliseconds)
      for index in 0..<Int(max(0, count)) {
        let bits = events[index].events
        var readiness: SocketReadiness = []
        if bits & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
          readiness.insert(.readable)
        }
        if bits & EPOLLOUT.rawValue != 0 { readiness.insert(.writable) }
        ready(events[index].data.fd, readiness)
      }
    }

    func close() {
      _ = Glibc.close(descriptor)
      descriptor = -1
    }
  }
#endif
