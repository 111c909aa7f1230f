/// A date as HTTP writes it (RFC 9110 §5.6.7), in any of its three forms.
struct HTTPDate: Hashable, Sendable {
  let secondsSince1970: Int

  /// nil where the text is no date, names a weekday that it was not, or lies before 1970.
  ///
  ///     Sun, 06 Nov 1994 08:49:37 GMT    what is to be sent
  ///     Sunday, 06-Nov-94 08:49:37 GMT   RFC 850; obsolete, still to be read
  ///     Sun Nov  6 08:49:37 1994         asctime; the same
  ///
  /// - Parameter now: Seconds since 1970. A year of two digits is the latest that brings the date
  ///   no more than 50 years after it.
  init?(_ text: String, now: Int) {
    guard let parts = Parts(text), let day = Self.number(parts.day, 1...2),
      let month = Self.months.firstIndex(of: String(parts.month)),
      let second = Self.secondOfDay(parts.time),
      let date = Self.date(parts.year, month: month + 1, day: day, now: now),
      1970...9999 ~= date.year, 1...date.daysInMonth ~= day
    else { return nil }
    let weekday = Self.weekdays[date.days.floorRemainder(by: 7)]
    guard parts.weekday == weekday || parts.weekday == weekday.prefix(3) else { return nil }
    secondsSince1970 = (date.days + Self.daysFrom1970To2001) * 86_400 + second
  }

  /// The words of a date, in whichever of the three forms.
  private struct Parts {
    let weekday, day, month, year, time: Substring

    init?(_ text: String) {
      let words = text.split(separator: " ")
      switch words.count {
      case 6 where words[0].hasSuffix(",") && Self.isUniversal(words[5]):
        (day, month, year, time) = (words[1], words[2], words[3], words[4])
        guard year.utf8.count == 4 else { return nil }
      case 4 where words[0].hasSuffix(",") && Self.isUniversal(words[3]):
        let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3, date[2].utf8.count == 2 else { return nil }
        (day, month, year, time) = (date[0], date[1], date[2], words[2])
      case 5:
        (month, day, time, year) = (words[1], words[2], words[3], words[4])
        guard year.utf8.count == 4 else { return nil }
      default:
        return nil
      }
      weekday = words.count == 5 ? words[0] : words[0].dropLast()
    }

    /// `UTC` is not in the grammar, and sent all the same.
    private static func isUniversal(_ zone: Substring) -> Bool {
      zone == "GMT" || zone == "UTC"
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  /// 2001-01-01 was a Monday.
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let daysFrom1970To2001 = 11_323

  private static func number(_ digits: Substring, _ lengths: ClosedRange<Int>) -> Int? {
    guard lengths ~= digits.utf8.count, digits.utf8.allSatisfy({ 48...57 ~= $0 }) else {
      return nil
    }
    return Int(digits)
  }

  /// - Parameter year: Of four digits, or of two.
  private static func date(_ year: Substring, month: Int, day: Int, now: Int) -> CivilDate? {
    guard let number = number(year, 2...4) else { return nil }
    guard year.utf8.count == 2 else { return CivilDate(year: number, month: month, day: day) }
    let today = CivilDate(days: now.floorDivided(by: 86_400) - daysFrom1970To2001)
    let lastYear = today.year + 50
    let latest = lastYear - (lastYear - number).floorRemainder(by: 100)
    let isTooFar = latest == lastYear && (month, day) > (today.month, today.day)
    return CivilDate(year: isTooFar ? latest - 100 : latest, month: month, day: day)
  }

  /// A minute may have a second 60 (RFC 9110 §5.6.7), which counts as the next one's first.
  private static func secondOfDay(_ time: Substring) -> Int? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], 2...2),
      let minute = number(parts[1], 2...2), let second = number(parts[2], 2...2),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }
}
