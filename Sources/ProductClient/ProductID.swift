#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Product {
  /// What a product is known by: a text, whatever form the shop gives to its ids.
  ///
  /// Ids compare as texts: `"7"` and `"07"` are two products.
  public struct ID: Hashable, Sendable {
    let text: String

    /// Takes a text as it is.
    public init(_ text: String) {
      self.text = text
    }

    /// Takes a number, in decimal.
    public init(_ number: some BinaryInteger) {
      text = "\(number)"
    }

    /// Takes a UUID, in capitals.
    public init(_ uuid: UUID) {
      text = uuid.uuidString
    }
  }
}

extension Product.ID: LosslessStringConvertible {
  /// The id as a text. It may come from outside: escape it before it goes to a terminal.
  public var description: String { text }
}

extension Product.ID: ExpressibleByStringLiteral {
  /// Takes a literal as it is.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension Product.ID: Comparable {
  /// Orders ids as texts.
  public static func < (left: Self, right: Self) -> Bool {
    left.text < right.text
  }
}

extension Product.ID: Codable {
  /// Decodes a string that is not empty, or an integer of up to 38 digits, of which none is lost.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self.init(try container.decode(String.self))
    } catch DecodingError.typeMismatch(let type, let context) {
      guard let number = try? container.decode(Int128.self) else {
        throw DecodingError.typeMismatch(type, context.expectingIDs)
      }
      self.init(number)
    }
    guard !text.isEmpty else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "the id is empty")
    }
  }

  /// Encodes the id as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension DecodingError.Context {
  /// Says that an integer would have been welcome too.
  fileprivate var expectingIDs: Self {
    let reason = debugDescription.replacing(
      "expected a string",
      with: "expected a string or integer"
    )
    return Self(codingPath: codingPath, debugDescription: reason, underlyingError: underlyingError)
  }
}
