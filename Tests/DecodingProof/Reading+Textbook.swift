import Foundation

/// The contract, read from what the textbook's reader made of a document. No line of the library takes
/// part in it.
extension Reading {
  /// nil when the value is no product.
  init?(_ value: TextbookValue) {
    guard case .object(let members) = value,
      let id = members.first("id").flatMap(Self.identifier),
      case .string(let name)? = members.first("name"),
      let description = Self.optional(members.present("description"), Self.text),
      let price = Self.optional(members.present("price"), Price.init),
      let availability = Self.optional(members.present("availability"), Self.text),
      let images = Self.optional(members.present("imageURLs"), Self.images),
      let attributes = Self.optional(members.present("attributes"), Self.attributes),
      let updatedAt = Self.optional(members.present("updatedAt"), Self.date)
    else { return nil }
    self.init(
      id: id, name: name, description: description, price: price, availability: availability,
      images: images ?? [], attributes: attributes ?? [:], updatedAt: updatedAt)
  }

  /// nil in the outer one when there is a value that is not what it should be.
  private static func optional<Value>(
    _ value: TextbookValue?, _ read: (TextbookValue) -> Value?
  ) -> Value?? {
    guard let value else { return .some(nil) }
    return read(value).map { .some($0) }
  }

  private static func text(_ value: TextbookValue) -> String? {
    guard case .string(let text) = value else { return nil }
    return text
  }

  private static func identifier(_ value: TextbookValue) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let text): TextbookNumber(text)?.integer.map { "\($0)" }
    default: nil
    }
  }

  private static func images(_ value: TextbookValue) -> [String]? {
    guard case .array(let elements) = value else { return nil }
    let urls = elements.compactMap { text($0).flatMap { URL(string: $0) } }
    return urls.count == elements.count ? urls.map(\.absoluteString) : nil
  }

  private static func attributes(_ value: TextbookValue) -> [String: String]? {
    guard case .object(let members) = value else { return nil }
    var texts: [String: String] = [:]
    for member in members where texts[member.key] == nil {
      guard case .string(let text) = member.value else { return nil }
      texts[member.key] = text
    }
    return texts
  }

  private static func date(_ value: TextbookValue) -> Date? {
    text(value).flatMap { TextbookDate.date($0) }
  }
}

extension Reading.Price {
  fileprivate init?(_ value: TextbookValue) {
    guard case .object(let members) = value,
      let number = members.first("amount").flatMap(TextbookNumber.init),
      let amount = number.decimal,
      case .string(let currency)? = members.first("currency"),
      currency.unicodeScalars.count == 3,
      currency.unicodeScalars.allSatisfy({ ("A"..."Z").contains($0) })
    else { return nil }
    self.init(amount: amount, fractionDigits: number.fractionDigits, currency: currency)
  }
}

extension [TextbookValue.Member] {
  /// The value of the first member with this key, byte by byte.
  fileprivate func first(_ key: String) -> TextbookValue? {
    first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// The same, unless it is null.
  fileprivate func present(_ key: String) -> TextbookValue? {
    guard let value = first(key) else { return nil }
    if case .null = value { return nil }
    return value
  }
}
