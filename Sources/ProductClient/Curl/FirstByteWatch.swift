/// When to look for exchanges that have had no byte of an answer in time.
///
/// Only the earliest moment is kept: exchanges that end in time, which is nearly all of them, cost
/// a comparison, and all are looked at only when that moment has come. Pure.
struct FirstByteWatch {
  /// When to look next; nil: no exchange in progress has such a time.
  private(set) var earliest: ContinuousClock.Instant?

  /// Takes note of one more moment.
  mutating func expect(by due: ContinuousClock.Instant?) {
    guard let due else { return }
    earliest = earliest.map { min($0, due) } ?? due
  }

  /// Whether it is time to look. Whoever does names again what is still to come.
  mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard let earliest, earliest <= now else { return false }
    self.earliest = nil
    return true
  }
}

extension ContinuousClock.Instant {
  /// So much later, or some sixty years: a duration may be longer than instants go.
  func later(by time: Duration) -> ContinuousClock.Instant {
    self + min(max(.zero, time), .seconds(Int32.max))
  }
}
