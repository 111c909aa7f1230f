import Foundation

/// A model as a user would write it: the fields of a product, and nothing but what the compiler
/// makes of `Decodable`.
package struct Offer: Decodable, Identifiable, Sendable {
  package struct Price: Decodable, Sendable {
    package let amount: Decimal
    package let currency: String
  }

  package enum Availability: String, Decodable, Sendable {
    case inStock, outOfStock, preOrder
  }

  package let id: String
  package let name: String
  package let description: String?
  package let price: Price?
  package let availability: Availability?
  package let imageURLs: [URL]
  package let attributes: [String: String]
  package let updatedAt: Date?
}
