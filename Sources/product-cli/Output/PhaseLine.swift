import ProductClient

/// One load in numbers, as `curl --write-out` tells them: each time counts from the start.
enum PhaseLine {
  static func text(for outcome: LoadOutcome<Product>) -> String {
    let id = TerminalText.escaped(outcome.id.description)
    guard let exchange = outcome.metrics.exchange else {
      return "\(id): no exchange, total \(milliseconds(outcome.metrics.total))"
    }
    return "\(id): " + parts(of: exchange, outcome.metrics).joined(separator: ", ")
  }

  private static func parts(of exchange: ExchangeMetrics, _ metrics: LoadMetrics) -> [String] {
    let times: [(String, Duration?)] = [
      ("name lookup", exchange.nameLookup), ("connect", exchange.connect), ("tls", exchange.tls),
      ("first byte", exchange.firstByte), ("total", exchange.total),
      ("decoding", metrics.decoding),
    ]
    var parts = times.compactMap { name, time in time.map { "\(name) \(milliseconds($0))" } }
    if let status = metrics.status { parts.append("status \(status)") }
    if let bytes = exchange.receivedBytes { parts.append("\(bytes) bytes") }
    if let version = exchange.version { parts.append(version.rawValue) }
    if let isReused = exchange.connectionReused {
      parts.append(isReused ? "reused connection" : "new connection")
    }
    if let address = exchange.remoteAddress { parts.append(TerminalText.escaped(address)) }
    return parts
  }

  /// Milliseconds with two digits after the point.
  static func milliseconds(_ duration: Duration) -> String {
    let hundredths = Int((duration / .microseconds(10)).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) ms"
  }
}
