/// When a second exchange is begun because the first takes long; see ``LoaderConfiguration/hedging``.
public struct HedgePolicy: Hashable, Sendable {
  private enum Delay: Hashable, Sendable {
    case fixed(Duration)
    case quantile(Double, atLeast: Duration)
  }

  private let delay: Delay

  /// After a fixed time.
  public static func after(_ delay: Duration) -> HedgePolicy {
    HedgePolicy(delay: .fixed(max(.zero, delay)))
  }

  /// After the time within which the given share of the last exchanges with the server ended; not
  /// while there were fewer than 20, nor earlier than told.
  ///
  /// - Parameters:
  ///   - quantile: 0.95, unless told: one in twenty is hedged. Below 0 counts as 0, above 1 as 1.
  ///   - atLeast: 10 ms unless told.
  public static func afterQuantile(
    _ quantile: Double = 0.95, atLeast: Duration = .milliseconds(10)
  ) -> HedgePolicy {
    HedgePolicy(delay: .quantile(quantile, atLeast: max(.zero, atLeast)))
  }

  /// How long the first is let be; nil: for good.
  ///
  /// - Parameter latency: The time within which a share of the last exchanges ended, if known.
  func delay(_ latency: (Double) -> Duration?) -> Duration? {
    switch delay {
    case .fixed(let delay): delay
    case .quantile(let share, let atLeast): latency(share).map { max($0, atLeast) }
    }
  }
}
