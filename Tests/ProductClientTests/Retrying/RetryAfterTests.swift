import Foundation
import TestSupport
import Testing

@testable import ProductClient

/// What a server asks for is read as seconds or as a date, and nothing else is.
@Suite(.timeLimit(.minutes(1)))
struct RetryAfterTests {
  /// 2019-06-03T11:00:00Z, as in the cases from elsewhere.
  private static let now = 1_559_559_600

  struct Table: Decodable, Sendable {
    struct Valid: Decodable, Sendable {
      let input: String
      let seconds: Int
    }
    struct AtNow: Decodable, Sendable {
      let input: String
      let respect: Bool
      let sleep: Int?
    }

    let valid_seconds: [Valid]
    let at_now: [AtNow]
  }

  @Test(.needsCases) func everyCaseFromElsewhereIsReadAsThere() throws {
    let cases = try JSONDecoder().decode(
      Table.self, from: Cases.contents(of: "headers/retry-after.json"))
    #expect(cases.valid_seconds.count + cases.at_now.count > 10)
    for row in cases.valid_seconds {
      #expect(RetryAfter.wait(row.input, now: Self.now) == .seconds(row.seconds), "\(row.input)")
    }
    // There, no sleep is none; here, it is one of no time.
    for row in cases.at_now where row.respect {
      #expect(RetryAfter.wait(row.input, now: Self.now) == .seconds(row.sleep ?? 0), "\(row.input)")
    }
  }

  @Test(arguments: [
    ("007", 7), ("2147483647", 2_147_483_647), ("2147483648", 2_147_483_647),
    ("99999999999999999999999", 2_147_483_647),
    ("Mon, 03 Jun 2019 10:59:59 GMT", 0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 251_842_741_199),
  ])
  func aWaitIsReadAndNeverBelowZero(_ text: String, _ seconds: Int) {
    #expect(RetryAfter.wait(text, now: Self.now) == .seconds(seconds))
  }

  @Test(arguments: ["", " ", "-1", "+1", "1.5", "1s", "1 2", "5, 10", "soon", "0x10", "١"])
  func whatIsNeitherIsNothing(_ text: String) {
    #expect(RetryAfter.wait(text, now: Self.now) == nil)
  }

  /// A clock that is wrong, here or there, does no harm.
  @Test func aDateIsHeldAgainstTheDateOfTheResponse() throws {
    let asked = try #require(HTTPField(name: "Retry-After", value: "Mon, 03 Jun 2019 11:00:30 GMT"))
    let told = try #require(HTTPField(name: "Date", value: "Mon, 03 Jun 2019 11:00:10 GMT"))
    let unreadable = try #require(HTTPField(name: "Date", value: "today"))
    #expect(RetryAfter.wait(in: [asked], now: Self.now) == .seconds(30))
    #expect(RetryAfter.wait(in: [asked, told], now: Self.now) == .seconds(20))
    #expect(RetryAfter.wait(in: [asked, told], now: 0) == .seconds(20))
    #expect(RetryAfter.wait(in: [asked, unreadable], now: Self.now) == .seconds(30))
    #expect(RetryAfter.wait(in: [told], now: Self.now) == nil)
  }
}
