import Foundation

/// ``Offer`` for `JSONDecoder`, which makes no `Decimal` of a JSON string: the amount stays text,
/// which is the cheaper of the two.
package struct Listing: Decodable, Identifiable, Sendable {
  package struct Price: Decodable, Sendable {
    package let amount: String
    package let currency: String
  }

  package let id: String
  package let name: String
  package let description: String?
  package let price: Price?
  package let availability: Offer.Availability?
  package let imageURLs: [URL]
  package let attributes: [String: String]
  package let updatedAt: Date?

  /// `JSONDecoder` as such a model needs it. One serves all loads.
  package static let decoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }()
}
