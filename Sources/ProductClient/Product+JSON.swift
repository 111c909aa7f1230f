#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The nouns straight from a tape. It is what their `init(from:)` does over containers, without
/// the boxes and generic calls of these; the tests hold both ways against each other.
extension Product {
  init(_ object: JSONObject) throws {
    let place = object.place
    let id = try object.value(of: CodingKeys.id)
    self.init(
      id: try ID(place, at: id),
      name: try object.read(String.self, CodingKeys.name),
      description: try object.readIfPresent(String.self, CodingKeys.description),
      price: try object.objectIfPresent(CodingKeys.price).map { try Money($0) },
      availability: try object.readIfPresent(String.self, CodingKeys.availability)
        .map(Availability.init(rawValue:)),
      images: try object.urlsIfPresent(CodingKeys.imageURLs) ?? URLList([]),
      attributes: try object.stringsIfPresent(CodingKeys.attributes) ?? [:],
      updatedAt: try object.dateIfPresent(CodingKeys.updatedAt)
    )
  }
}

extension Product.ID {
  /// Takes a string, or the digits of an integer as they are.
  fileprivate init(_ place: JSONPlace, at token: Int) throws {
    guard let text = place.document.string(at: token), !text.isEmpty else {
      self = try place.member(at: token).decode(Self.self)
      return
    }
    self.init(text)
  }
}

extension Money {
  fileprivate init(_ object: JSONObject) throws {
    let written = try object.read(WrittenDecimal.self, CodingKeys.amount)
    let currency = try object.read(String.self, CodingKeys.currency)
    guard Self.isCurrencyCode(currency) else {
      let path = object.place.codingPath + [CodingKeys.currency]
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: Self.currencyFlaw)
      )
    }
    self.init(amount: written.value, currency: currency, fractionDigits: written.fractionDigits)
  }
}

extension JSONObject {
  fileprivate func urlsIfPresent(_ key: Product.CodingKeys) throws -> URLList? {
    guard let value = findPresent(key.stringValue) else { return nil }
    let list = place.member(at: value)
    guard list.kind == .array else { throw list.mismatch([URL].self, expected: "an array") }
    let document = place.document
    if let texts = document.plainURLs(inArrayAt: value) { return URLList(plainTexts: texts) }
    var urls: [URL] = []
    var element = value + 1
    while element < document.tokens[value].extent {
      let key = JSONPathKey(position: urls.count)
      urls.append(try list.read(URL.self, at: element, key: key))
      element = document.index(after: element)
    }
    return URLList(urls)
  }

  fileprivate func stringsIfPresent(_ key: Product.CodingKeys) throws -> [String: String]? {
    guard let value = findPresent(key.stringValue) else { return nil }
    return try place.document.strings(inObjectAt: value)
      ?? place.member(at: value).decode([String: String].self)
  }

  /// A date as the rules say, or in the canonical form whatever they say.
  fileprivate func dateIfPresent(_ key: Product.CodingKeys) throws -> Date? {
    guard let value = findPresent(key.stringValue) else { return nil }
    return try place.document.withText(at: value) { ISO8601.date($0) }
      ?? place.read(Date.self, at: value, key: key)
  }
}

extension JSONDocument {
  /// An array of nothing but texts that are plainly URLs; nil when it is anything else.
  fileprivate func plainURLs(inArrayAt index: Int) -> [String]? {
    var texts: [String] = []
    texts.reserveCapacity(tokens[index].extent - index - 1)
    for element in (index + 1)..<tokens[index].extent {
      let token = tokens[element]
      let isPlain = token.kind == .string && withBytes(of: token) { URLList.isPlain($0) }
      guard isPlain, let text = string(at: element) else { return nil }
      texts.append(text)
    }
    return texts
  }
}
