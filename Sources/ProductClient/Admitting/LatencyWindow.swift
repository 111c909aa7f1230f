/// How long the last exchanges with an origin took. Pure.
struct LatencyWindow: Sendable {
  private static let capacity = 128
  /// Fewer say nothing of the slow ones.
  private static let fewest = 20

  private var latencies: [Duration] = []
  private var next = 0

  mutating func note(_ latency: Duration) {
    if latencies.count < Self.capacity {
      latencies.append(latency)
    } else {
      latencies[next] = latency
    }
    next = (next + 1) % Self.capacity
  }

  /// The time within which the given share of them ended; nil while there are too few.
  func quantile(_ share: Double) -> Duration? {
    guard latencies.count >= Self.fewest else { return nil }
    // Whatever is no number counts as 1: rather too late than always.
    let share = share <= 1 ? max(share, 0) : 1
    // 0.07 of 100 is a hair more than 7.
    let index = Int((Double(latencies.count) * share - 1e-9).rounded(.up)) - 1
    return latencies.sorted()[max(0, index)]
  }
}
