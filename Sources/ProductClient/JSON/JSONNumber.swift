/// A number exactly as it is written: a sign, digits, and a power of ten.
struct JSONNumber {
  private(set) var isNegative = false
  private(set) var significand: UInt128 = 0
  private(set) var exponent = 0
  /// Zeros at the end that the significand has no room for.
  private var zerosLeftOut = 0

  /// How many digits stand after the point once the exponent has moved it; less than 0 where it moves
  /// it beyond the last one.
  var fractionDigits: Int { zerosLeftOut - exponent }

  /// Reads a number in JSON's own grammar; nil when the text is anything else, or when it has more
  /// digits than 128 bits hold. Zeros at the end are never too many.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    if text.first == UInt8(ascii: "-") {
      isNegative = true
      index = 1
    }
    let start = index
    guard readDigits(of: text, at: &index, exponentStep: 0),
      index == start + 1 || text[start] != UInt8(ascii: "0")
    else { return nil }
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      guard readDigits(of: text, at: &index, exponentStep: -1) else { return nil }
    }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      guard readExponent(of: text, at: &index) else { return nil }
    }
    guard index == text.count else { return nil }
  }

  /// Takes digits into the significand; each one moves the exponent by `exponentStep`.
  private mutating func readDigits(
    of text: UnsafeBufferPointer<UInt8>,
    at index: inout Int,
    exponentStep: Int
  ) -> Bool {
    let start = index
    readShortRun(of: text, at: &index)
    exponent += exponentStep * (index - start)
    while index < text.count, text[index].isDigit {
      guard append(text[index] & 0x0F, exponentStep: exponentStep) else { return false }
      index += 1
    }
    return index > start
  }

  /// Takes as many digits as 64 bits surely hold: enough for nearly every number there is.
  private mutating func readShortRun(
    of text: UnsafeBufferPointer<UInt8>,
    at index: inout Int
  ) {
    guard significand < 1_000_000_000 else { return }
    var short = UInt64(truncatingIfNeeded: significand)
    let end = min(text.count, index + 9)
    while index < end, text[index].isDigit {
      short = short * 10 + UInt64(text[index] & 0x0F)
      index += 1
    }
    significand = UInt128(short)
  }

  private mutating func append(_ digit: UInt8, exponentStep: Int) -> Bool {
    let (shifted, isTooLarge) = significand.multipliedReportingOverflow(by: 10)
    let (sum, overflows) = shifted.addingReportingOverflow(UInt128(digit))
    if isTooLarge || overflows {
      // A zero need not be kept: a fraction loses nothing, an integer gains a power of ten.
      exponent += exponentStep + 1
      zerosLeftOut += 1
      return digit == 0
    }
    significand = sum
    exponent += exponentStep
    return true
  }

  private mutating func readExponent(
    of text: UnsafeBufferPointer<UInt8>,
    at index: inout Int
  ) -> Bool {
    var sign = 1
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      sign = text[index] == UInt8(ascii: "-") ? -1 : 1
      index += 1
    }
    let start = index
    var value = 0
    while index < text.count, text[index].isDigit {
      // No type reaches as far as this; stopping here keeps the arithmetic from overflowing.
      value = min(value * 10 + Int(text[index] & 0x0F), 1_000_000_000)
      index += 1
    }
    exponent += sign * value
    return index > start
  }
}

extension JSONNumber {
  /// The number as an integer; nil when it is not whole or does not fit. `1.0` and `1e2` are whole.
  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    var magnitude = significand
    if magnitude == 0 { return 0 }
    guard abs(exponent) <= 40 else { return nil }
    for _ in 0..<max(0, exponent) {
      let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
      if overflows { return nil }
      magnitude = product
    }
    for _ in 0..<max(0, -exponent) {
      let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
      if remainder != 0 { return nil }
      magnitude = quotient
    }
    if !isNegative { return Integer(exactly: magnitude) }
    if magnitude == Int128.min.magnitude { return Integer(exactly: Int128.min) }
    return Int128(exactly: magnitude).flatMap { Integer(exactly: -$0) }
  }

  /// The nearest `Double` where one multiplication or division of exact numbers gives it, which
  /// is then correctly rounded; nil otherwise.
  var double: Double? {
    guard significand <= 1 << 53, -22 <= exponent, exponent <= 22 else { return nil }
    let digits = Double(UInt64(truncatingIfNeeded: significand))
    let power = Self.powersOfTen[abs(exponent)]
    let magnitude = exponent < 0 ? digits / power : digits * power
    return isNegative ? -magnitude : magnitude
  }

  /// The powers of ten that a `Double` holds exactly.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
