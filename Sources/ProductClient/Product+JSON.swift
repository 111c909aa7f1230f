#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The nouns straight from a tape. It is what their `init(from:)` does over containers, without
/// the boxes and generic calls of these; the tests hold both ways against each other.
extension Product {
  init(_ object: JSONObject) throws {
    let members = JSONMembers<CodingKeys>(of: object)
    self.init(
      id: try ID(object.place, at: members.value(of: .id)),
      name: try members.read(String.self, .name),
      description: try members.readIfPresent(String.self, .description),
      price: try members.moneyIfPresent(.price),
      availability: try members.readIfPresent(String.self, .availability)
        .map(Availability.init(rawValue:)),
      images: try members.urlsIfPresent(.imageURLs) ?? URLList([]),
      attributes: try members.stringsIfPresent(.attributes) ?? [:],
      updatedAt: try members.dateIfPresent(.updatedAt)
    )
  }
}

extension Product.CodingKeys: JSONMemberKey {
  static let spellings: [StaticString] = [
    "id", "name", "description", "price", "availability", "imageURLs", "attributes", "updatedAt",
  ]

  var position: Int {
    switch self {
    case .id: 0
    case .name: 1
    case .description: 2
    case .price: 3
    case .availability: 4
    case .imageURLs: 5
    case .attributes: 6
    case .updatedAt: 7
    }
  }
}

extension Money.CodingKeys: JSONMemberKey {
  static let spellings: [StaticString] = ["amount", "currency"]

  var position: Int { self == .amount ? 0 : 1 }
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
    let members = JSONMembers<CodingKeys>(of: object)
    let written = try members.read(WrittenDecimal.self, .amount)
    let currency = try members.read(String.self, .currency)
    guard Self.isCurrencyCode(currency) else {
      let path = object.place.codingPath + [CodingKeys.currency]
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: Self.currencyFlaw)
      )
    }
    self.init(amount: written.value, currency: currency, fractionDigits: written.fractionDigits)
  }
}

extension JSONMembers<Product.CodingKeys> {
  private var place: JSONPlace { object.place }

  fileprivate func moneyIfPresent(_ key: Key) throws -> Money? {
    try findPresent(key).map { try Money(object.object(at: $0)) }
  }

  fileprivate func urlsIfPresent(_ key: Key) throws -> URLList? {
    guard let value = findPresent(key) else { return nil }
    if let texts = place.document.plainURLs(inArrayAt: value) { return URLList(plainTexts: texts) }
    return try URLList(place.member(at: value).urls())
  }

  fileprivate func stringsIfPresent(_ key: Key) throws -> [String: String]? {
    guard let value = findPresent(key) else { return nil }
    return try place.document.strings(inObjectAt: value)
      ?? place.member(at: value).decode([String: String].self)
  }

  /// A date as the rules say, or in the canonical form whatever they say.
  fileprivate func dateIfPresent(_ key: Key) throws -> Date? {
    guard let value = findPresent(key) else { return nil }
    return try place.document.withText(at: value) { ISO8601.date($0) }
      ?? place.read(Date.self, at: value, key: key)
  }
}

extension JSONPlace {
  /// An array of URLs, each made at once.
  fileprivate func urls() throws -> [URL] {
    guard kind == .array else { throw mismatch([URL].self, expected: "an array") }
    var urls: [URL] = []
    var element = token + 1
    while element < document.tokens[token].extent {
      urls.append(try read(URL.self, at: element, key: JSONPathKey(position: urls.count)))
      element = document.index(after: element)
    }
    return urls
  }
}

extension JSONDocument {
  /// An array of nothing but texts that are plainly URLs; nil when it is anything else.
  fileprivate func plainURLs(inArrayAt index: Int) -> [String]? {
    guard tokens[index].kind == .array else { return nil }
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
