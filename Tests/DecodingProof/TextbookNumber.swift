import Foundation

/// A number as one would take it apart on paper: digits without zeros around them, and a power of ten.
struct TextbookNumber {
  /// As it is written.
  let text: String
  private let isNegative: Bool
  /// Neither the first nor the last is 0; empty for zero.
  private let digits: String
  private let power: Int
  /// How many digits stand after the point, once the exponent has moved it.
  let fractionDigits: Int

  /// nil when the text is not a number as JSON writes them.
  init?(_ text: String) {
    guard TextbookReader.isNumber(Array(text.utf8)) else { return nil }
    self.text = text
    isNegative = text.hasPrefix("-")
    let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    // An exponent that no `Int` holds is as good as any other that is far too large.
    let farAway = parts.count > 1 && parts[1].hasPrefix("-") ? -1_000_000_000 : 1_000_000_000
    let written = parts.count > 1 ? Int(parts[1]) ?? farAway : 0
    let exponent = max(-1_000_000_000, min(written, 1_000_000_000))
    let all = (String(mantissa[0]) + fraction).drop { $0 == "0" }
    let zeros = all.reversed().prefix { $0 == "0" }.count
    digits = String(all.dropLast(zeros))
    power = exponent - fraction.count + zeros
    fractionDigits = min(128, max(0, fraction.count - exponent))
  }

  /// Takes a number, or a text that is one.
  init?(_ value: TextbookValue) {
    switch value {
    case .number(let text), .string(let text): self.init(text)
    default: return nil
    }
  }

  /// nil when it is not whole, or takes more than 128 bits.
  var integer: Int128? {
    if digits.isEmpty { return 0 }
    guard 0...40 ~= power else { return nil }
    return Int128((isNegative ? "-" : "") + digits + String(repeating: "0", count: power))
  }

  /// As Foundation reads it; nil when `Decimal` would not hold every digit. Some texts it reads only
  /// without the zeros at their end.
  var decimal: Decimal? {
    if digits.isEmpty { return 0 }
    guard digits.count <= 38, -128...127 ~= power else { return nil }
    return Decimal(string: text) ?? Decimal(string: "\(isNegative ? "-" : "")\(digits)e\(power)")
  }
}
