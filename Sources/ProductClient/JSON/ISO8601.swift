#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates as text, in the profile of RFC 3339. Neither formatters nor time zone data are asked.
package enum ISO8601 {
  /// Reads a date and time with an offset from UTC; nil when the text is none, or when its month
  /// has no such day. A leap second is read as the first second of the minute after it.
  static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    var reader = ISO8601Reader(text: text)
    guard let days = reader.readDays(), reader.skip("T"), let time = reader.readTimeOfDay(),
      let fraction = reader.readFraction(), let offset = reader.readOffset(), reader.isAtEnd
    else { return nil }
    let seconds = days * 86_400 + time - offset
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }

  /// Writes a date in UTC, with milliseconds only where there are any; nil for one outside of the
  /// years 0000 to 9999, which this form cannot express.
  package static func text(_ date: Date) -> String? {
    let milliseconds = (date.timeIntervalSinceReferenceDate * 1000).rounded()
    guard let total = Int64(exactly: milliseconds) else { return nil }
    let (seconds, fraction) = (total.floorDivided(by: 1000), total.floorRemainder(by: 1000))
    let days = Int(seconds.floorDivided(by: 86_400))
    let time = Int(seconds.floorRemainder(by: 86_400))
    let civil = CivilDate(days: days)
    guard 0...9999 ~= civil.year else { return nil }
    let date = "\(civil.year.padded(4))-\(civil.month.padded(2))-\(civil.day.padded(2))"
    let clock = [time / 3600, time / 60 % 60, time % 60].map { $0.padded(2) }
    let suffix = fraction == 0 ? "Z" : ".\(Int(fraction).padded(3))Z"
    return "\(date)T\(clock.joined(separator: ":"))\(suffix)"
  }
}

private struct ISO8601Reader {
  let text: UnsafeBufferPointer<UInt8>
  var position = 0

  init(text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  var isAtEnd: Bool { position == text.count }

  mutating func readDays() -> Int? {
    guard let year = read(digits: 4), skip("-"), let month = read(digits: 2), skip("-"),
      let day = read(digits: 2), 1...12 ~= month, day >= 1
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    return day <= date.daysInMonth ? date.days : nil
  }

  mutating func readTimeOfDay() -> Int? {
    guard let hour = read(digits: 2), skip(":"), let minute = read(digits: 2), skip(":"),
      let second = read(digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// The fraction of the second, 0 where none is written. A tenth of a nanosecond is more than a
  /// `Date` can tell apart: digits after that are passed over.
  mutating func readFraction() -> Double? {
    guard position < text.count, text[position] == UInt8(ascii: ".") else { return 0 }
    position += 1
    let start = position
    var (value, scale) = (0.0, 1.0)
    while position < text.count, text[position].isDigit {
      if position - start < 10 {
        value = value * 10 + Double(text[position] & 0x0F)
        scale *= 10
      }
      position += 1
    }
    return position > start ? value / scale : nil
  }

  /// Seconds ahead of UTC.
  mutating func readOffset() -> Int? {
    if skip("Z") { return 0 }
    guard let sign = skip("+") ? 1 : skip("-") ? -1 : nil, let hours = read(digits: 2), hours < 24
    else { return nil }
    if isAtEnd { return sign * hours * 3600 }
    _ = skip(":")
    guard let minutes = read(digits: 2), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  /// Passes one character, a letter in either case.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < text.count else { return false }
    let wanted = UInt8(ascii: character)
    let found = text[position]
    guard found == wanted || (found == wanted | 0x20 && wanted >= 0x41) else { return false }
    position += 1
    return true
  }

  private mutating func read(digits count: Int) -> Int? {
    guard position + count <= text.count else { return nil }
    var value = 0
    for _ in 0..<count {
      guard text[position].isDigit else { return nil }
      value = value * 10 + Int(text[position] & 0x0F)
      position += 1
    }
    return value
  }
}

extension Int {
  /// In decimal, with zeros before it.
  fileprivate func padded(_ width: Int) -> String {
    let digits = "\(self)"
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
