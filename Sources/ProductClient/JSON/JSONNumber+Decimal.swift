#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONNumber {
  /// The number as a `Decimal`, exactly; nil when it needs more than 38 significant digits or an
  /// exponent outside of -128...127. It never passes through a binary fraction.
  var decimal: Decimal? {
    var digits = significand
    var power = exponent
    if digits == 0 { return 0 }
    // `Decimal` keeps no zeros at the end: without them the exponent is the one it will have.
    if digits > Self.largestSignificand || power < -128 || power > 80 {
      while digits.isMultiple(of: 10) {
        digits /= 10
        power += 1
      }
    }
    guard digits <= Self.largestSignificand, -128 <= power, power <= 127 else { return nil }
    return Decimal(
      sign: isNegative ? .minus : .plus,
      exponent: power,
      significand: Decimal(exactly: digits)
    )
  }

  private static let largestSignificand: UInt128 =
    99_999_999_999_999_999_999_999_999_999_999_999_999
}

extension Decimal {
  /// A number of at most 38 digits. There is no initializer for more than 64 bits, so it is put
  /// together of two halves; neither step rounds.
  fileprivate init(exactly digits: UInt128) {
    if let small = UInt64(exactly: digits) {
      self.init(small)
    } else {
      let (high, low) = digits.quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
      self =
        Decimal(UInt64(high)) * Decimal(UInt64(10_000_000_000_000_000_000)) + Decimal(UInt64(low))
    }
  }
}

/// A `Decimal` together with how many digits were written after its point, which `Decimal` itself
/// does not remember: 12.30 is 12.3 to it.
struct WrittenDecimal {
  let value: Decimal
  let fractionDigits: Int

  init(value: Decimal, fractionDigits: Int) {
    self.value = value
    self.fractionDigits = fractionDigits
  }

  /// Reads the text of a number in JSON's grammar; nil when it is none, or not exact.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let number = JSONNumber(text), let value = number.decimal else { return nil }
    self.init(value: value, fractionDigits: min(max(0, number.fractionDigits), 128))
  }
}

extension WrittenDecimal: Codable {
  /// For decoders other than ours, which reads a ``WrittenDecimal`` without coming here.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if var text = try? container.decode(String.self) {
      guard let written = text.withUTF8({ WrittenDecimal($0) }) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "the text is not an exact decimal number"
        )
      }
      self = written
    } else {
      self.init(value: try container.decode(Decimal.self), fractionDigits: 0)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// The number without an exponent, with at least as many digits after the point as were written.
  var text: String {
    let plain = value.description
    let point = plain.utf8.firstIndex(of: UInt8(ascii: "."))
    let written = point.map { plain.utf8.distance(from: $0, to: plain.utf8.endIndex) - 1 } ?? 0
    guard value.isFinite, written < fractionDigits else { return plain }
    let zeros = String(repeating: "0", count: fractionDigits - written)
    return point == nil ? "\(plain).\(zeros)" : plain + zeros
  }
}
