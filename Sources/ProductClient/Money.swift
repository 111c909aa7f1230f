#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An amount of money, to the last digit.
///
/// In JSON it is an object with the members `amount`, a string or a number, and `currency`.
/// Amounts never pass through a binary fraction. They compare by value: 12.3 is 12.30.
public struct Money: Sendable {
  /// How much, in units of the currency, not in cents.
  public var amount: Decimal
  /// The currency as an ISO 4217 code: three capitals, such as EUR.
  public var currency: String
  /// How many digits are written after the point at least: as many as there were in the document
  /// the amount comes from, so that 12.30 stays 12.30.
  public var fractionDigits: Int

  /// Creates an amount of money. The currency is taken as it is.
  public init(amount: Decimal, currency: String, fractionDigits: Int = 0) {
    self.amount = amount
    self.currency = currency
    self.fractionDigits = fractionDigits
  }

  /// The amount without an exponent, with at least ``fractionDigits`` digits after its point.
  public var amountText: String {
    WrittenDecimal(value: amount, fractionDigits: fractionDigits).text
  }
}

extension Money: Hashable {
  /// Whether amount and currency are the same, however many zeros were written.
  public static func == (left: Self, right: Self) -> Bool {
    left.amount == right.amount && left.currency == right.currency
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(amount)
    hasher.combine(currency)
  }
}

extension Money: Codable {
  enum CodingKeys: String, CodingKey {
    case amount, currency
  }

  /// Decodes an amount that `Decimal` holds exactly, and a currency of three capital letters.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let written = try container.decode(WrittenDecimal.self, forKey: .amount)
    let currency = try container.decode(String.self, forKey: .currency)
    guard Self.isCurrencyCode(currency) else {
      throw DecodingError.dataCorruptedError(
        forKey: .currency,
        in: container,
        debugDescription: Self.currencyFlaw
      )
    }
    self.init(amount: written.value, currency: currency, fractionDigits: written.fractionDigits)
  }

  static let currencyFlaw = "expected three capital letters (ISO 4217)"

  /// Whether a text has the form of an ISO 4217 code; which codes there are changes every year.
  static func isCurrencyCode(_ text: String) -> Bool {
    text.utf8.count == 3
      && text.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
  }

  /// Encodes the amount as a string, with the zeros that were written at its end.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(amountText, forKey: .amount)
    try container.encode(currency, forKey: .currency)
  }
}
