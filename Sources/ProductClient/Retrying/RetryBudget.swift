/// Keeps retries to a share of recent traffic, so that they cannot double an outage. Pure.
///
/// Where all is well, nobody notices it. Where everything fails, first attempts keep coming at the
/// rate at which loads are asked for, and retries add no more than their share to it.
struct RetryBudget: Sendable {
  /// How many retries there may be for each first attempt.
  let share: Double
  /// Retries that are always allowed, in a window: a loader that does little may still retry.
  let reserve: Int

  private var recent = RecentCounts(window: .seconds(10))

  init(share: Double, reserve: Int) {
    self.share = share
    self.reserve = reserve
  }

  /// A first attempt is made.
  mutating func notePrimary(at now: Moment) {
    recent.add(first: true, at: now)
  }

  /// Takes what a retry or a hedge costs. Returns whether there was room for it.
  mutating func spend(at now: Moment) -> Bool {
    recent.advance(to: now)
    guard Double(recent.second) + 1 <= Double(reserve) + share * Double(recent.first) else {
      return false
    }
    recent.add(first: false, at: now)
    return true
  }
}

/// Two counts over the last stretch of time, in ten steps. Pure.
struct RecentCounts: Sendable {
  private static let steps = 10

  private let step: Duration
  private var counts = [(first: Int32, second: Int32)](
    repeating: (0, 0), count: RecentCounts.steps)
  /// Which step of time the newest counts belong to.
  private var newest = Int64.min

  private(set) var first = 0
  private(set) var second = 0

  init(window: Duration) {
    step = max(.microseconds(1), window / Self.steps)
  }

  mutating func add(first isFirst: Bool, at now: Moment) {
    advance(to: now)
    let index = Int(newest.floorRemainder(by: Int64(Self.steps)))
    if isFirst {
      first += 1
      counts[index].first &+= 1
    } else {
      second += 1
      counts[index].second &+= 1
    }
  }

  /// Forgets what is older than the window.
  mutating func advance(to now: Moment) {
    let current = Int64(now.elapsed / step)
    guard current > newest else { return }
    if newest == .min || current - newest >= Self.steps {
      clear()
    } else {
      for passed in (newest + 1)...current {
        let index = Int(passed.floorRemainder(by: Int64(Self.steps)))
        first -= Int(counts[index].first)
        second -= Int(counts[index].second)
        counts[index] = (0, 0)
      }
    }
    newest = current
  }

  mutating func clear() {
    for index in counts.indices { counts[index] = (0, 0) }
    (first, second) = (0, 0)
  }
}
