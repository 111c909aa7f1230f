import Foundation

/// The contract once more, read as any model is: over containers, member by member. What it finds
/// wrong it says in the library's words, so that errors can be compared whole.
extension Reading: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, name, description, price, availability, imageURLs, attributes, updatedAt
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Identifier.self, forKey: .id).text
    name = try container.decode(String.self, forKey: .name)
    description = try container.decodeIfPresent(String.self, forKey: .description)
    price = try container.decodeIfPresent(Price.self, forKey: .price)
    availability = try container.decodeIfPresent(String.self, forKey: .availability)
    images =
      try container.decodeIfPresent([URL].self, forKey: .imageURLs)?
      .map(\.absoluteString) ?? []
    attributes = try container.decodeIfPresent(Attributes.self, forKey: .attributes)?.texts ?? [:]
    updatedAt = try container.decodeIfPresent(Date.self, forKey: .updatedAt)
  }
}

extension Reading.Price: Decodable {
  private enum CodingKeys: String, CodingKey {
    case amount, currency
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    amount = try container.decode(Decimal.self, forKey: .amount)
    fractionDigits = nil
    currency = try container.decode(String.self, forKey: .currency)
    let capitals = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
    guard currency.unicodeScalars.count == 3, capitals.isSuperset(of: currency.unicodeScalars)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .currency, in: container,
        debugDescription: "expected three capital letters (ISO 4217)")
    }
  }
}

/// A text that is not empty, or an integer.
private struct Identifier: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { _ = try container.decode(String.self) }
    if let number = try? container.decode(Int128.self) {
      text = "\(number)"
      return
    }
    do {
      text = try container.decode(String.self)
    } catch DecodingError.typeMismatch(let type, let context) {
      let found = context.debugDescription.dropFirst("expected a string".count)
      throw DecodingError.typeMismatch(
        type,
        .init(
          codingPath: context.codingPath, debugDescription: "expected a string or integer\(found)"))
    }
    guard !text.isEmpty else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "the id is empty")
    }
  }
}

/// Texts by name; of several with one name the first.
private struct Attributes: Decodable {
  private(set) var texts: [String: String] = [:]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for name in container.allKeys where texts[name.stringValue] == nil {
      texts[name.stringValue] = try container.decode(String.self, forKey: name)
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}
