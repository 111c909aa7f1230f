/// Whether a product can be had.
///
/// The set is open: a value that is not named here is kept as it came, and is no error.
public struct Availability: RawRepresentable, Codable, Hashable, Sendable {
  /// The value as it stands in JSON.
  public let rawValue: String

  /// Takes any value.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// It can be had now.
  public static let inStock = Availability(rawValue: "inStock")
  /// It can be had now, but there are few left.
  public static let lowStock = Availability(rawValue: "lowStock")
  /// It cannot be had now.
  public static let outOfStock = Availability(rawValue: "outOfStock")
  /// It can be ordered and will come when there is more of it.
  public static let backOrder = Availability(rawValue: "backOrder")
  /// It can be ordered before it is out.
  public static let preOrder = Availability(rawValue: "preOrder")
  /// It will not be made again.
  public static let discontinued = Availability(rawValue: "discontinued")
}
