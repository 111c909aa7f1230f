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
  /// Where pictures of it are, the most telling first. Of a product that was decoded, they are made
  /// each time they are asked for.
  public var imageURLs: [URL] {
    get { images.urls }
    set { images = URLList(newValue) }
  }
  var images: URLList
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
    self.init(
      id: id, name: name, description: description, price: price, availability: availability,
      images: URLList(imageURLs), attributes: attributes, updatedAt: updatedAt)
  }

  init(
    id: ID, name: String, description: String?, price: Money?, availability: Availability?,
    images: URLList, attributes: [String: String], updatedAt: Date?
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.price = price
    self.availability = availability
    self.images = images
    self.attributes = attributes
    self.updatedAt = updatedAt
  }
}
