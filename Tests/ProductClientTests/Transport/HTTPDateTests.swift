import Foundation
import TestSupport
import Testing

@testable import ProductClient

/// Dates are read in the three forms of RFC 9110 §5.6.7, and in no other.
@Suite(.timeLimit(.minutes(1)))
struct HTTPDateTests {
  /// 2026-06-15 12:00:00.
  private static let now = 1_781_524_800

  struct Row: Decodable, Sendable {
    let input: String
    let epoch: Int?
  }

  @Test(.needsCases) func everyCaseFromElsewhereIsReadAsThere() throws {
    let rows = try JSONDecoder().decode(
      [Row].self, from: Cases.contents(of: "headers/http-dates.json"))
    #expect(rows.count > 10)
    for row in rows {
      #expect(HTTPDate(row.input, now: Self.now)?.secondsSince1970 == row.epoch, "\(row.input)")
    }
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Mon, 3 Jun 2019 12:00:00 UTC", 1_559_563_200),
    // Leap seconds, and leap days.
    ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
    ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    // Two digits: the latest year that is at most 50 years ahead, to the day.
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Monday, 15-Jun-76 00:00:00 GMT", 3_359_404_800),
    ("Wednesday, 16-Jun-76 00:00:00 GMT", 203_731_200),
    ("Friday, 31-Dec-99 23:59:59 GMT", 946_684_799),
    ("Saturday, 01-Jan-00 00:00:00 GMT", 946_684_800),
  ])
  func aDateIsRead(_ text: String, _ seconds: Int) {
    #expect(HTTPDate(text, now: Self.now)?.secondsSince1970 == seconds)
  }

  @Test func twoDigitsAreOfTheCenturyThatIsNear() {
    // 1999-12-31 and 2099-12-31.
    let inJanuary = "Saturday, 01-Jan-00 00:00:00 GMT"
    #expect(HTTPDate(inJanuary, now: 946_598_400)?.secondsSince1970 == 946_684_800)
    #expect(
      HTTPDate("Friday, 01-Jan-00 00:00:00 GMT", now: 4_102_358_400)?.secondsSince1970
        == 4_102_444_800)
  }

  @Test(arguments: [
    "", " ", "0", "tomorrow", "Sun", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37",
    // Another weekday than it was, or no weekday.
    "Mon, 06 Nov 1994 08:49:37 GMT", "Sunny, 06 Nov 1994 08:49:37 GMT",
    ", 06 Nov 1994 08:49:37 GMT",
    "Monday, 06-Nov-94 08:49:37 GMT", "Mon Nov  6 08:49:37 1994",
    // Days that never were.
    "Thu, 29 Feb 2023 00:00:00 GMT", "Thu, 29 Feb 1900 00:00:00 GMT",
    "Fri, 30 Feb 2024 00:00:00 GMT", "Mon, 31 Apr 2023 00:00:00 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
    // Times.
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, 06 Nov 1994 08:49:-1 GMT", "Sun, 06 Nov 1994 08:49:3.5 GMT",
    // Other zones, names of months and years.
    "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 08:49:37 +0000",
    "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 11 1994 08:49:37 GMT",
    "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov +994 08:49:37 GMT",
    "Sun, 06 Nov 01994 08:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
    "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov--4 08:49:37 GMT",
    "Wed, 31 Dec 1969 23:59:59 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
  ])
  func whatIsNoDateIsNone(_ text: String) {
    #expect(HTTPDate(text, now: Self.now) == nil)
  }
}
