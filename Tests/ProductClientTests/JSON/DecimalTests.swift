import Foundation
import Testing

@testable import ProductClient

/// Amounts, to the last digit or not at all.
@Suite(.timeLimit(.minutes(1)))
struct DecimalTests {
  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("0.00", "0"), ("0e999", "0"), ("12.30", "12.3"), ("-12.3", "-12.3"),
    ("0.1", "0.1"), ("1e2", "100"), ("1E-2", "0.01"), ("1.5e+1", "15"),
    ("1234567890123456.10", "1234567890123456.1"), ("18446744073709551616", "18446744073709551616"),
    ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
    ("0.12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678"),
    ("100000000000000000000000000000000000000000", "1" + String(repeating: "0", count: 41)),
    ("1.00000000000000000000000000000000000000000000", "1"),
    ("1e127", "1" + String(repeating: "0", count: 127)),
    ("10e126", "1" + String(repeating: "0", count: 127)),
    ("1e-128", "0." + String(repeating: "0", count: 127) + "1"),
    ("10e-129", "0." + String(repeating: "0", count: 127) + "1"),
  ])
  func keepsEveryDigit(text: String, expected: String) throws {
    #expect(try decode("[\(text)]").description == expected)
    #expect(try decode("[\"\(text)\"]").description == expected)
  }

  @Test(arguments: [
    "123456789012345678901234567890123456789", "1.23456789012345678901234567890123456789",
    "1e128", "1e-129", "12e-129", "1e999999999999999999999", "1e-999999999999999999999",
    "340282366920938463463374607431768211456",
  ])
  func refusesWhatIsNotExact(text: String) {
    let failure = #expect(throws: DecodingFailure.self) { try decode("[\(text)]") }
    #expect(failure?.reason == "not an exact decimal number of at most 38 digits")
    #expect(failure?.path == "[0]")
  }

  @Test(arguments: ["", " 1", "1 ", "+1", "01", ".5", "5.", "1,5", "1e", "0x10", "NaN", "-", "١"])
  func refusesStringsThatAreNoNumbers(text: String) {
    #expect(throws: DecodingFailure.self) { try decode("[\"\(text)\"]") }
  }

  @Test func agreesWithFoundationOnRandomNumbers() throws {
    var generator = SplitMix64(state: 20_261_120)
    for _ in 0..<5_000 {
      let digits = String(UInt64.random(in: 0...(.max), using: &generator))
      let fraction = String(UInt32.random(in: 0...(.max), using: &generator))
      let text = "\(digits).\(fraction)"
      #expect(try decode("[\(text)]") == Decimal(string: text))
    }
  }

  @Test func doublesAgreeWithTheStandardLibraryOnRandomNumbers() throws {
    var generator = SplitMix64(state: 7)
    let decoder = ModelDecoder<[Double]>.json()
    for _ in 0..<20_000 {
      let digits =
        UInt64.random(in: 0...(.max), using: &generator)
        >> UInt64.random(
          in: 0..<64,
          using: &generator
        )
      let text =
        "\(digits).\(UInt16.random(in: 0...(.max), using: &generator))e"
        + "\(Int.random(in: -330...290, using: &generator))"
      let expected = try #require(Double(text))
      if expected == 0 { continue }
      #expect(try decoder.decode(Array("[\(text)]".utf8)) == [expected])
    }
  }

  @Test(arguments: ["1e309", "-1e309", "1e-400"])
  func refusesDoublesThatWouldBeInfiniteOrVanish(text: String) {
    #expect(throws: DecodingFailure.self) {
      try ModelDecoder<[Double]>.json().decode(Array("[\(text)]".utf8))
    }
  }

  @Test(arguments: [
    (Decimal(string: "12.3"), 2, "12.30"), (Decimal(string: "12"), 2, "12.00"),
    (Decimal(string: "12.345"), 2, "12.345"), (Decimal(1280), 0, "1280"),
    (Decimal(string: "-0.5"), 3, "-0.500"), (Decimal(0), 2, "0.00"),
  ])
  func writesTheScaleThatWasRead(value: Decimal?, digits: Int, text: String) throws {
    let value = try #require(value)
    #expect(Money(amount: value, currency: "EUR", fractionDigits: digits).amountText == text)
  }

  @Test(arguments: [
    ("12.30", 2), ("12", 0), ("1.50e1", 1), ("1.5e3", 0), ("0.00", 2), ("1e-200", 128),
    ("77588085055947299314512566501194294.13000", 5),
    ("0.1000000000000000000000000000000000000000000", 43),
    ("10000000000000000000000000000000000000000e-40", 40),
    ("10000000000000000000000000000000000000000", 0),
  ])
  func remembersHowManyDigitsWereWrittenAfterThePoint(text: String, digits: Int) throws {
    var text = text
    let number = try #require(text.withUTF8 { JSONNumber($0) })
    #expect(min(max(0, number.fractionDigits), 128) == digits)
  }

  private func decode(_ text: String) throws -> Decimal {
    try #require(try ModelDecoder<[Decimal]>.json().decode(Array(text.utf8)).first)
  }
}

/// A small generator with a seed, so that a failure can be seen again.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
