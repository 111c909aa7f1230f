/// A failure on purpose, as part of a ``FixtureReply``.
///
/// Body bytes are counted as the client counts them: without the framing of chunks.
public enum Fault: Hashable, Sendable {
  /// Waits before the head; then all is well.
  case delay(Duration)
  /// Takes the request and never answers. The connection stays open until the client leaves or
  /// the server stops.
  case silence
  /// Sends the head and that much of the body, then nothing more. The connection stays open as
  /// with ``silence``.
  case stall(afterBodyBytes: Int)
  /// Closes the connection in an orderly way (FIN) after that much of the body. Once a body with
  /// a content length is complete, nothing is missing: the client sees a whole answer.
  case cut(afterBodyBytes: Int)
  /// Closes the connection in an orderly way inside the head.
  case cutHead(afterBytes: Int)
  /// Resets the connection (RST) after that much of the body.
  case reset(afterBodyBytes: Int)
  /// Takes the request and resets the connection.
  case resetBeforeHead
  /// Sends the head at once, and the body in pieces of so many bytes with a pause before each.
  case drip(bytes: Int, every: Duration)
  /// Sends these bytes in place of the head, then closes the connection.
  case malformedHead([UInt8])
}

/// What becomes of a connection before anything is said on it.
public enum Acceptance: Hashable, Sendable {
  /// It is served.
  case serve
  /// It is reset as soon as it stands. A client sees a connection, and then a broken one.
  case reset
  /// There is none: a ``FixtureTransport`` throws `LoadError.connect`. A server that listens
  /// cannot refuse; there this is the same as ``reset``.
  case refuse
}
