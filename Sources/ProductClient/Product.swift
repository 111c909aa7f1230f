#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A product: the model that a loader makes unless it is given another one.
///
/// In JSON it is an object with the members `id` and `name`, and if they are known `description`,
/// `price`, `availability`, `imageURLs`, `attributes` and `updatedAt`. Unknown members are passed
/// over; a missing one, or null, is nil or empty; one of the wrong type is an error that names it.
public struct Product: Identifiable, Hashable, Sendable {
  /// What the product is known by.
  public var id: ID
  /// What the product is called.
  public var name: String
  /// What there is to say about it.
  public var description: String?
  /// What it costs.
  public var price: Money?
  /// Whether it can be had.
  public var availability: Availability?
  /// Where pictures of it are, the most telling first.
  public var imageURLs: [URL]
  /// Anything else, by name.
  public var attributes: [String: String]
  /// When it changed last.
  public var updatedAt: Date?

  /// Creates a product.
  public init(
    id: ID,
    name: String,
    description: String? = nil,
    price: Money? = nil,
    availability: Availability? = nil,
    imageURLs: [URL] = [],
    attributes: [String: String] = [:],
    updatedAt: Date? = nil
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.price = price
    self.availability = availability
    self.imageURLs = imageURLs
    self.attributes = attributes
    self.updatedAt = updatedAt
  }
}
