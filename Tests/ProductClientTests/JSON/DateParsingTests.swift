import Foundation
import Testing

@testable import ProductClient

/// Dates as text, there and back, without formatters.
@Suite(.timeLimit(.minutes(1)))
struct DateParsingTests {
  @Test(arguments: [
    ("2001-01-01T00:00:00Z", 0.0), ("1970-01-01T00:00:00Z", -978_307_200),
    ("2026-11-20T10:20:30Z", 816_862_830), ("2026-11-20t10:20:30z", 816_862_830),
    ("2026-11-20T11:20:30+01:00", 816_862_830), ("2026-11-20T04:50:30-0530", 816_862_830),
    ("2026-11-20T12:20:30+02", 816_862_830), ("2026-11-20T10:20:30.5Z", 816_862_830.5),
    ("2026-11-20T10:20:30.123Z", 816_862_830.123), ("2024-02-29T00:00:00Z", 730_857_600),
    ("2000-02-29T00:00:00Z", -26_524_800), ("2016-12-31T23:59:60Z", 504_921_600),
    ("2026-11-20T10:20:30.100000000000000000000000000Z", 816_862_830.1),
  ])
  func reads(text: String, seconds: Double) throws {
    #expect(try read(text) == Date(timeIntervalSinceReferenceDate: seconds))
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T10:20Z", "2026-11-20T10:20:30", "2026-11-20 10:20:30Z",
    "2026-11-20T10:20:30,5Z", "2026-11-20T10:20:30.Z", "2026-11-20T10:20:30Z ",
    "26-11-20T10:20:30Z",
    "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00+01:60", "2026-01-01T00:00:00+1", "2026-01-01T00:00:00+01:0",
    "+2026-01-01T00:00:00Z", "2026-1-1T00:00:00Z", "٢٠٢٦-01-01T00:00:00Z",
    "2026-01-01T00:00:0\\u0000",
  ])
  func refusesWhatIsNoDate(text: String) {
    #expect(throws: DecodingFailure.self) { try read(text) }
  }

  @Test func agreesWithFoundationOnEveryDayOfFourCenturies() throws {
    let style = Date.ISO8601FormatStyle()
    for day in stride(from: -60_000, to: 100_000, by: 7) {
      let date = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400 + 45_296)
      let text = date.formatted(style)
      #expect(ISO8601.text(date) == text)
      #expect(try read(text) == date)
    }
  }

  @Test func writesMillisecondsOnlyWhereThereAreAny() {
    let date = Date(timeIntervalSinceReferenceDate: 816_862_830)
    #expect(ISO8601.text(date) == "2026-11-20T10:20:30Z")
    #expect(ISO8601.text(date + 0.007) == "2026-11-20T10:20:30.007Z")
    #expect(ISO8601.text(date + 0.000_4) == "2026-11-20T10:20:30Z")
    #expect(ISO8601.text(Date(timeIntervalSince1970: -0.5)) == "1969-12-31T23:59:59.500Z")
    #expect(ISO8601.text(Date(timeIntervalSince1970: -62_167_219_200)) == "0000-01-01T00:00:00Z")
    #expect(ISO8601.text(Date(timeIntervalSince1970: 253_402_300_799)) == "9999-12-31T23:59:59Z")
  }

  @Test(arguments: [1e300, -1e300, .infinity, .nan, 253_402_300_800, -62_167_219_201, 9.2e18, 9e15])
  func writesNothingForDatesThatHaveNoSuchForm(seconds: Double) {
    #expect(ISO8601.text(Date(timeIntervalSince1970: seconds)) == nil)
  }

  @Test func readsNumbersAsAsked() throws {
    let body = Array("[1000.5]".utf8)
    #expect(
      try ModelDecoder<[Date]>.json(dates: .secondsSince1970).decode(body)
        == [Date(timeIntervalSince1970: 1000.5)]
    )
    #expect(
      try ModelDecoder<[Date]>.json(dates: .millisecondsSince1970).decode(body)
        == [Date(timeIntervalSince1970: 1.0005)]
    )
    #expect(
      try ModelDecoder<[Date]>.json(dates: .deferredToDate).decode(body)
        == [Date(timeIntervalSinceReferenceDate: 1000.5)]
    )
    let failure = #expect(throws: DecodingFailure.self) {
      try ModelDecoder<[Date]>.json().decode(body)
    }
    #expect(failure?.reason == "expected a date and time as a string, found a number")
  }

  private func read(_ text: String) throws -> Date {
    try #require(try ModelDecoder<[Date]>.json().decode(Array("[\"\(text)\"]".utf8)).first)
  }
}
