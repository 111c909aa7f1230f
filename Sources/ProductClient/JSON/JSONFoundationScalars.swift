#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension URL: JSONScalar {
  static func read(_ document: JSONDocument, at token: Int) -> URL? {
    document.string(at: token).flatMap { URL(string: $0) }
  }

  static func expectation(under rules: JSONRules) -> JSONExpectation {
    .string("a URL as a string", flaw: "the string is not a URL")
  }
}

extension JSONDocument {
  /// An array of nothing but URLs; nil when it is anything else.
  func urls(inArrayAt index: Int) -> [URL]? {
    guard tokens[index].kind == .array else { return nil }
    var urls: [URL] = []
    for element in (index + 1)..<tokens[index].extent {
      guard let url = URL.read(self, at: element) else { return nil }
      urls.append(url)
    }
    return urls
  }
}

extension Data: JSONScalar {
  static func read(_ document: JSONDocument, at token: Int) -> Data? {
    document.string(at: token).flatMap { Data(base64Encoded: $0) }
  }

  static func expectation(under rules: JSONRules) -> JSONExpectation {
    .string("base64 as a string", flaw: "the string is not base64")
  }
}

extension Decimal: JSONScalar {
  static func read(_ document: JSONDocument, at token: Int) -> Decimal? {
    WrittenDecimal.read(document, at: token)?.value
  }

  static func expectation(under rules: JSONRules) -> JSONExpectation {
    WrittenDecimal.expectation(under: rules)
  }
}

extension WrittenDecimal: JSONScalar {
  /// Reads a number, or a string that holds one.
  static func read(_ document: JSONDocument, at index: Int) -> WrittenDecimal? {
    let token = document.tokens[index]
    if token.isNumber { return document.withBytes(of: token) { WrittenDecimal($0) } }
    return document.withText(at: index) { WrittenDecimal($0) }
  }

  static func expectation(under rules: JSONRules) -> JSONExpectation {
    let flaw = "not an exact decimal number of at most 38 digits"
    return JSONExpectation(phrase: "a decimal number", flaw: flaw) { $0.isNumber || $0.isString }
  }
}

extension Date: JSONScalar {
  static func read(_ document: JSONDocument, at token: Int) -> Date? {
    switch document.rules.dates {
    case .iso8601:
      document.withText(at: token) { ISO8601.date($0) }
    case .secondsSince1970:
      Double.read(document, at: token).map { Date(timeIntervalSince1970: $0) }
    case .millisecondsSince1970:
      Double.read(document, at: token).map { Date(timeIntervalSince1970: $0 / 1000) }
    case .deferredToDate:
      Double.read(document, at: token).map { Date(timeIntervalSinceReferenceDate: $0) }
    }
  }

  static func expectation(under rules: JSONRules) -> JSONExpectation {
    switch rules.dates {
    case .iso8601:
      .string(
        "a date and time as a string",
        flaw: "not a date and time with an offset, such as 2026-11-20T10:20:30Z"
      )
    case .secondsSince1970, .millisecondsSince1970, .deferredToDate:
      .number("a date and time as a number", flaw: "the number is too large for a date")
    }
  }
}

/// How dates are written in a document.
public enum JSONDateDecoding: Hashable, Sendable {
  /// As `2026-11-20T10:20:30Z`: with `T`, with an offset from UTC (`Z`, `+01:00`, `+0100`, `+01`)
  /// and, if wanted, with a fraction of the second (RFC 3339 §5.6). A day that its month does not
  /// have is refused.
  case iso8601
  /// As a number of seconds since 1970-01-01T00:00:00Z.
  case secondsSince1970
  /// As a number of milliseconds since 1970-01-01T00:00:00Z.
  case millisecondsSince1970
  /// As `Date` decodes itself: a number of seconds since 2001-01-01T00:00:00Z.
  case deferredToDate
}
