import Synchronization

/// The number of a load: no other load of the process has it, whichever loader it is of.
///
/// A flight, the one run through the network for all loads that share it, goes by the number of the
/// load that it was begun for.
public struct LoadNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Counted from 1, in the order in which loads were made.
  public let value: UInt64

  /// Creates a number; for tests, and for observers that keep numbers elsewhere.
  ///
  /// - Parameter value: Any value.
  public init(_ value: UInt64) {
    self.value = value
  }

  /// The number in decimal digits.
  public var description: String { "\(value)" }

  /// Whether the one load was made before the other.
  public static func < (left: LoadNumber, right: LoadNumber) -> Bool { left.value < right.value }

  private static let last = Atomic<UInt64>(0)

  /// A number that was not there before.
  static func next() -> LoadNumber {
    LoadNumber(last.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}
