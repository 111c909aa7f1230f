/// When something last came in on each socket that libcurl has had watched, by descriptor.
///
/// A descriptor that was closed keeps its time until another connection has its number: who asks
/// must know that the connection is the one they mean. Pure.
struct SocketTimes {
  private var times: [ContinuousClock.Instant?] = []

  /// Every descriptor on which something came in.
  var descriptors: [CInt] {
    times.indices.lazy.filter { times[$0] != nil }.map { CInt($0) }
  }

  /// Takes note that the socket was readable.
  mutating func heard(_ socket: CInt, at now: ContinuousClock.Instant) {
    guard let place = Int(exactly: socket), place >= 0 else { return }
    if place >= times.count {
      times.append(contentsOf: repeatElement(nil, count: place + 1 - times.count))
    }
    times[place] = now
  }

  /// When something last came in; nil: never.
  func lastHeard(_ socket: CInt) -> ContinuousClock.Instant? {
    times.indices.contains(Int(socket)) ? times[Int(socket)] : nil
  }
}
