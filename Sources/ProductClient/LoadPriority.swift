/// How much a load matters, next to others that wait for their turn.
///
/// A priority is a head start, not a right of way: nothing waits for ever behind what matters more.
public enum LoadPriority: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// Nobody looks at it yet: prefetching, a nightly batch.
  case low
  /// What is not told otherwise.
  case normal
  /// Somebody waits for it.
  case high

  /// Whether the one matters less than the other.
  public static func < (left: LoadPriority, right: LoadPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}
