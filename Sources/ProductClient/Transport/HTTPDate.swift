/// A date as HTTP writes it (RFC 9110 §5.6.7), in any of its three forms.
struct HTTPDate: Hashable, Sendable {
  let secondsSince1970: Int

  /// nil where the text is no date, names a weekday that it was not, or lies before 1970.
  ///
  ///     Sun, 06 Nov 1994 08:49:37 GMT    what is to be sent
  ///     Sunday, 06-Nov-94 08:49:37 GMT   RFC 850; obsolete, still to be read
  ///     Sun Nov  6 08:49:37 1994         asctime; the same
  ///
  /// - Parameter now: Seconds since 1970. A year of two digits that lies more than 50 years after
  ///   it is one of the past.
  init?(_ text: String, now: Int) {
    let words = text.split(separator: " ")
    let parts: (weekday: Substring, day: Substring, month: Substring, year: Int?, time: Substring)
    switch words.count {
    case 6 where words[0].hasSuffix(",") && Self.isUniversal(words[5]):
      parts = (words[0].dropLast(), words[1], words[2], Int(words[3]), words[4])
    case 4 where words[0].hasSuffix(",") && Self.isUniversal(words[3]):
      let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
      guard date.count == 3, date[2].count == 2, let year = Self.number(date[2]) else { return nil }
      let whole = Self.year(ofTwoDigits: year, now: now)
      parts = (words[0].dropLast(), date[0], date[1], whole, words[2])
    case 5:
      parts = (words[0], words[2], words[1], Int(words[4]), words[3])
    default:
      return nil
    }
    guard let day = Self.number(parts.day), let year = parts.year, 1970...9999 ~= year,
      let month = Self.months.firstIndex(of: String(parts.month)),
      let second = Self.secondOfDay(parts.time)
    else { return nil }
    let date = CivilDate(year: year, month: month + 1, day: day)
    guard 1...date.daysInMonth ~= day, Self.weekday(of: date) == parts.weekday.prefix(3) else {
      return nil
    }
    secondsSince1970 = (date.days + Self.daysFrom1970To2001) * 86_400 + second
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let daysFrom1970To2001 = 11_323

  /// 2001-01-01 was a Monday.
  private static func weekday(of date: CivilDate) -> String {
    weekdays[date.days.floorRemainder(by: 7)]
  }

  /// `UTC` is not in the grammar, and sent all the same.
  private static func isUniversal(_ zone: Substring) -> Bool {
    zone == "GMT" || zone == "UTC"
  }

  private static func number(_ digits: Substring) -> Int? {
    let isNumber = (1...2).contains(digits.utf8.count) && digits.utf8.allSatisfy { 48...57 ~= $0 }
    return isNumber ? Int(digits) : nil
  }

  private static func year(ofTwoDigits year: Int, now: Int) -> Int {
    let thisYear = CivilDate(days: now.floorDivided(by: 86_400) - daysFrom1970To2001).year
    let inThisCentury = thisYear - thisYear % 100 + year
    return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury
  }

  /// A minute may have a second 60 (RFC 9110 §5.6.7), which counts as the next one's first.
  private static func secondOfDay(_ time: Substring) -> Int? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }),
      let hour = number(parts[0]), let minute = number(parts[1]), let second = number(parts[2]),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }
}
