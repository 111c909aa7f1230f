#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Product: Codable {
  enum CodingKeys: String, CodingKey {
    case id, name, description, price, availability, imageURLs, attributes, updatedAt
  }

  /// Decodes a product from its canonical form. With a decoder other than ours, a date may also be
  /// in whatever form that decoder is set to.
  public init(from decoder: any Decoder) throws {
    if let json = decoder as? JSONValueDecoder {
      self = try Product(JSONObject(json.place, keys: json.keys))
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(ID.self, forKey: .id),
      name: try container.decode(String.self, forKey: .name),
      description: try container.decodeIfPresent(String.self, forKey: .description),
      price: try container.decodeIfPresent(Money.self, forKey: .price),
      availability: try container.decodeIfPresent(String.self, forKey: .availability)
        .map(Availability.init(rawValue:)),
      imageURLs: try container.decodeIfPresent([URL].self, forKey: .imageURLs) ?? [],
      attributes: try container.decodeIfPresent([String: String].self, forKey: .attributes) ?? [:],
      updatedAt: try Self.decodeDate(from: container)
    )
  }

  /// The date as the decoder reads dates; failing that, as the canonical form writes them.
  private static func decodeDate(
    from container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Date? {
    do {
      return try container.decodeIfPresent(Date.self, forKey: .updatedAt)
    } catch {
      guard var text = try? container.decode(String.self, forKey: .updatedAt),
        let date = text.withUTF8({ ISO8601.date($0) })
      else { throw error }
      return date
    }
  }

  /// Encodes the canonical form: what is nil or empty is left out, amounts and dates are strings.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(description, forKey: .description)
    try container.encodeIfPresent(price, forKey: .price)
    try container.encodeIfPresent(availability?.rawValue, forKey: .availability)
    if !imageURLs.isEmpty { try container.encode(imageURLs, forKey: .imageURLs) }
    if !attributes.isEmpty { try container.encode(attributes, forKey: .attributes) }
    try container.encodeIfPresent(updatedAt.flatMap(ISO8601.text), forKey: .updatedAt)
  }
}
