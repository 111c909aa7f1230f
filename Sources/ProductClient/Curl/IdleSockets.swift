/// Sockets that libcurl has stopped watching, and when it is time to have it look at them. Pure.
///
/// libcurl looks after its idle connections only when an exchange begins: without one, connections
/// that the server has closed, or that are too old, would stay open for as long as the process.
/// A socket that libcurl closed itself is among them too, since it does not say so; that costs one
/// look in vain.
struct IdleSockets {
  private enum State {
    /// Not one of these.
    case other
    case idle(since: ContinuousClock.Instant)
    /// Something came in on it, its end most likely.
    case spoke
  }

  /// When to look next; nil: there is nothing to look at.
  private(set) var due: ContinuousClock.Instant?

  private let maxAge: Duration
  /// By descriptor, which are small numbers.
  private var states: [State] = []
  /// How often more to look at those that spoke. libcurl looks at most once a second, whoever asks.
  private var looks = 0

  /// How long libcurl must be left alone before it looks again.
  static let pause = Duration.milliseconds(1100)

  /// - Parameter maxAge: How long a connection may be idle.
  init(maxAge: Duration) {
    // libcurl counts whole seconds, and closes what is older than that.
    self.maxAge = .seconds(maxAge.wholeSeconds + 1)
  }

  /// libcurl does not watch the socket any more.
  mutating func add(_ socket: CInt, at now: ContinuousClock.Instant) {
    guard let place = Int(exactly: socket), place >= 0 else { return }
    if place >= states.count {
      states.append(contentsOf: repeatElement(.other, count: place + 1 - states.count))
    }
    states[place] = .idle(since: now)
    look(by: now.later(by: maxAge))
  }

  /// libcurl watches the socket again.
  mutating func remove(_ socket: CInt) {
    if states.indices.contains(Int(socket)) { states[Int(socket)] = .other }
  }

  /// Something came in. Whether the socket is one of these; then it need not be watched any more.
  mutating func spoke(_ socket: CInt, at now: ContinuousClock.Instant) -> Bool {
    guard states.indices.contains(Int(socket)) else { return false }
    if case .other = states[Int(socket)] { return false }
    states[Int(socket)] = .spoke
    looks = 3
    look(by: now.later(by: Self.pause))
    return true
  }

  /// Whether libcurl is to look now. If it keeps one that spoke, it has its reasons: then only age
  /// counts for that one, and one that is too old and kept is forgotten.
  mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    looks -= 1
    var isDue = false
    for place in states.indices {
      switch states[place] {
      case .other:
        break
      case .spoke:
        isDue = true
        if looks > 0 {
          look(by: now.later(by: Self.pause))
        } else {
          states[place] = .idle(since: now)
          look(by: now.later(by: maxAge))
        }
      case .idle(let since) where since.later(by: maxAge) <= now:
        isDue = true
        states[place] = .other
      case .idle(let since):
        look(by: since.later(by: maxAge))
      }
    }
    return isDue
  }

  private mutating func look(by moment: ContinuousClock.Instant) {
    due = due.map { min($0, moment) } ?? moment
  }
}
