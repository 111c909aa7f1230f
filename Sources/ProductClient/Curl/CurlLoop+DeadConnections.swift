internal import CCurl

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension CurlLoop {
  /// Cuts the connection of an exchange that came to nothing, if it counts as dead; see
  /// ``ConnectionVerdict``. libcurl then finds it closed and gives it to nobody else.
  ///
  /// Called while the handle still tells which connection it was on. Only where HTTP/2 may be
  /// spoken: of HTTP/1.1 libcurl closes the connection with the exchange.
  func cutIfDead(_ handle: EasyHandle, _ ending: ConnectionVerdict.Ending) {
    guard handle.sentNegotiates == true, let request = handle.request else { return }
    let now = ContinuousClock.now
    let spent = now - handle.began
    guard ending == .timedOut || spent >= configuration.patienceBeforeCancel else { return }
    guard let ends = ConnectionEnds(of: handle.easy), let socket = socket(with: ends) else {
      return
    }
    let silence = sockets.lastHeard(socket).map { now - $0 } ?? spent
    let verdict = ConnectionVerdict(
      ending: ending, spent: spent, silence: silence, stall: request.timeouts.stall,
      patience: configuration.patienceBeforeCancel)
    guard verdict.isDead else { return }
    cut(socket, with: ends, after: silence, ending, but: handle)
  }

  /// Others on the connection, as dead, go once more on another at once.
  private func cut(
    _ socket: CInt, with ends: ConnectionEnds, after silence: Duration,
    _ ending: ConnectionVerdict.Ending, but handle: EasyHandle
  ) {
    let others = active.values.filter { $0 !== handle && ConnectionEnds(of: $0.easy) == ends }
    let isKept = others.contains { other in
      ConnectionVerdict.mayKeep(
        isSilent: other.isSilent, stall: other.request?.timeouts.stall ?? .zero, silence: silence)
    }
    // A caller that lost patience says little of a server that others still wait for.
    guard !isKept, ending == .timedOut || others.isEmpty else { return }
    for other in others { other.isCut = true }
    _ = shutdown(socket, CInt(SHUT_RDWR))
  }

  /// The socket of the connection, if libcurl still has it. Asks the system for each: this is rare,
  /// and a list of who is on which would have to be kept for every exchange.
  private func socket(with ends: ConnectionEnds) -> CInt? {
    sockets.descriptors.first { ConnectionEnds(of: $0) == ends }
  }
}
