/// What is known of an exchange when libcurl says that it timed out, and what that comes to. Pure.
struct CurlTimeout {
  /// libcurl's own words: the only place where it tells some phases and times apart.
  let detail: String
  let timeouts: ExchangeTimeouts
  let metrics: ExchangeMetrics
  let isSecure: Bool
  /// Whether it had a connection, be it that TLS was still to be set up.
  let isConnected: Bool
  /// Whether it had a connection that was ready for it.
  let hasConnection: Bool
  /// Whether the head of the answer had come.
  let hasHead: Bool

  /// Which time ran out, and what the exchange was doing then.
  var reason: String {
    if detail.hasPrefix("Operation too slow") {
      let time = Duration.seconds(timeouts.stall.wholeSeconds)
      return "\(TimeRanOut.stall(time, bytesPerSecond: timeouts.stallBytesPerSecond))"
    }
    guard let missing = missing else {
      return "\(TimeRanOut.attempt(timeouts.wholeAttempt)): \(progress)"
    }
    let time =
      timeouts.connect < timeouts.attempt
      ? TimeRanOut.connect(timeouts.connect) : .attempt(timeouts.wholeAttempt)
    return "\(time): \(missing)"
  }

  /// The same, where it was the time for the first byte that ran out.
  func reasonOfSilence(_ limit: Duration) -> String {
    let time = TimeRanOut.firstByte(limit)
    return missing.map { "\(time): \($0)" } ?? "\(time)"
  }

  /// What there is no connection without and did not come to an end; nil when there is one.
  private var missing: String? {
    if hasConnection { return nil }
    if detail.hasPrefix("Resolving timed out") { return "the name lookup did not end" }
    // Its name was not looked up yet, or it waited for a connection to share that another makes.
    guard metrics.nameLookup != nil else { return "it had no connection yet" }
    if !isConnected { return "the connection was not accepted" }
    return isSecure ? "the TLS handshake did not end" : "the connection was not ready for it"
  }

  private var progress: String {
    guard hasHead else { return "not a byte of it came" }
    return "\(metrics.receivedBytes ?? 0) bytes of its body came"
  }
}
