import Foundation

/// Dates by a pattern and the C library's calendar.
enum TextbookDate {
  /// nil when the text is not a date and time with an offset (RFC 3339).
  static func date(_ text: String) -> Date? {
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    let parts = match.output
    var time = tm()
    time.tm_year = number(parts.1) - 1900
    time.tm_mon = number(parts.2) - 1
    time.tm_mday = number(parts.3)
    let day = time
    time.tm_hour = number(parts.4)
    time.tm_min = number(parts.5)
    time.tm_sec = number(parts.6)
    guard isInCalendar(day), time.tm_hour < 24, time.tm_min < 60, time.tm_sec <= 60 else {
      return nil
    }
    guard let offset = offset(sign: parts.8, hours: parts.9, minutes: parts.10) else { return nil }
    let seconds = timegm(&time) - offset - 978_307_200
    let fraction = parts.7.flatMap { Double("0.\($0.prefix(10))") } ?? 0
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }

  // The pattern is made anew for each text: a compiled one cannot be shared between threads.
  private static var pattern:
    Regex<
      (
        Substring, Substring, Substring, Substring, Substring, Substring, Substring, Substring?,
        Substring?, Substring?, Substring?
      )
    >
  {
    #/
      ([0-9]{4})-([0-9]{2})-([0-9]{2}) [Tt]
      ([0-9]{2}):([0-9]{2}):([0-9]{2}) (?:\.([0-9]+))?
      (?:[Zz]|([+\-])([0-9]{2})(?::?([0-9]{2}))?)
    /#
    .matchingSemantics(.unicodeScalar)
  }

  private static func number(_ text: Substring) -> Int32 {
    Int32(text) ?? 0
  }

  private static func isInCalendar(_ day: tm) -> Bool {
    var copy = day
    _ = timegm(&copy)
    return (copy.tm_year, copy.tm_mon, copy.tm_mday) == (day.tm_year, day.tm_mon, day.tm_mday)
  }

  private static func offset(sign: Substring?, hours: Substring?, minutes: Substring?) -> Int? {
    guard let sign, let hours else { return 0 }
    let (hour, minute) = (Int(number(hours)), Int(number(minutes ?? "0")))
    guard hour < 24, minute < 60 else { return nil }
    return (sign == "-" ? -1 : 1) * (hour * 3600 + minute * 60)
  }
}
