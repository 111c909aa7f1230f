import Foundation

/// How long a server asks to be left alone (RFC 9110 §10.2.3).
enum RetryAfter {
  /// The time to wait, never below zero; nil where the response does not say, or not readably.
  ///
  /// A date is held against the response's own `Date` where it has one: then a clock that is wrong
  /// here, or there, does no harm.
  ///
  /// - Parameter now: Seconds since 1970, by the clock of this machine.
  static func wait(in fields: HTTPFields, now: Int) -> Duration? {
    let texts = fields.values(of: "Retry-After")
    guard !texts.isEmpty else { return nil }
    let now = fields["Date"].flatMap { HTTPDate($0, now: now) }?.secondsSince1970 ?? now
    // Sent twice, by a server and by something before it: whoever asks for more is heeded.
    return texts.compactMap { wait($0, now: now) }.max()
  }

  static func wait(_ text: String, now: Int) -> Duration? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) {
      // More digits than a number holds: for ever.
      return .seconds(Int32(text) ?? .max)
    }
    guard let date = HTTPDate(text, now: now) else { return nil }
    return .seconds(max(0, date.secondsSince1970 - now))
  }

  /// Seconds since 1970, now.
  static var wallClock: Int { Int(Date().timeIntervalSince1970) }
}
