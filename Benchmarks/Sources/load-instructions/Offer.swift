import Foundation

/// A model as a user of the library would write it: the fields of a product, and nothing but what
/// the compiler makes of `Decodable`.
struct Offer: Decodable, Identifiable, Sendable {
  struct Price: Decodable {
    let amount: Decimal
    let currency: String
  }

  enum Availability: String, Decodable {
    case inStock, outOfStock, preOrder
  }

  let id: String
  let name: String
  let description: String?
  let price: Price?
  let availability: Availability?
  let imageURLs: [URL]
  let attributes: [String: String]
  let updatedAt: Date?
}
