/// Whether a connection is to be given up after an exchange on it came to nothing. Pure.
///
/// libcurl keeps an HTTP/2 connection when one of its exchanges times out or is cancelled: rightly,
/// where the server was slow. Where the connection is dead, and nobody told (a router that lost
/// its memory, a laptop that slept), every later exchange would be put on it and time out in turn.
/// What tells the two apart is silence: a live connection carries something now and then.
struct ConnectionVerdict {
  /// How an exchange ended without a whole answer.
  enum Ending: Hashable, Sendable {
    case timedOut
    /// Nobody waited any more, be it that a deadline of the caller's own had come.
    case cancelled
  }

  /// How the exchange ended.
  let ending: Ending
  /// How long the exchange was in progress.
  let spent: Duration
  /// For how long nothing has come in on its connection.
  let silence: Duration
  /// Its time for a stall.
  let stall: Duration
  /// How long an exchange must have waited for its cancelling to mean something.
  let patience: Duration

  /// Whether the connection counts as dead: not a byte came in while the exchange was in progress,
  /// or for as long as a stall may last. An exchange that was cancelled early proves nothing.
  var isDead: Bool {
    let needed = ending == .cancelled ? patience : spent
    // The silence before an exchange proves nothing either: nothing was asked.
    return min(silence, spent) >= min(needed, stall)
  }

  /// Whether another exchange on the same connection may keep it although it counts as dead: it
  /// has part of an answer, cannot be sent again, and its own time for a stall is not over.
  static func mayKeep(isSilent: Bool, stall: Duration, silence: Duration) -> Bool {
    !isSilent && silence < stall
  }
}
