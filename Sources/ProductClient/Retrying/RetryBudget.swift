/// Keeps retries to a share of recent traffic, so that they cannot double an outage. Pure.
///
/// Each first attempt pays for its share of a retry, once, and within ten seconds; the oldest pays
/// first. What it paid for is forgotten together with it: the retries of loads that end late take
/// nothing from those that come after. A reserve is there for whoever finds nothing paid.
///
/// Where all is well, nobody notices it. Where everything fails, first attempts keep coming at the
/// rate at which loads are asked for, and retries add no more than their share to it.
struct RetryBudget: Sendable {
  /// How many retries there may be for each first attempt.
  let share: Double
  /// Retries that are always allowed, in a window: a loader that does little may still retry.
  let reserve: Int

  /// First attempts, and what was taken of the reserve.
  private var recent = RecentCounts(window: .seconds(10))
  /// How many retries the first attempts that are remembered have paid for.
  private var paid = 0.0

  init(share: Double, reserve: Int) {
    // Neither NaN nor infinity: with them not even the reserve would be spent.
    self.share = share > 0 ? min(share, 1e9) : 0
    self.reserve = max(0, reserve)
  }

  /// A first attempt is made.
  mutating func notePrimary(at now: Moment) {
    advance(to: now)
    recent.count(first: true)
  }

  /// Takes what a retry or a hedge costs. Returns whether there was room for it.
  mutating func spend(at now: Moment) -> Bool {
    advance(to: now)
    // As many shares as are forgotten may not add up to a whole number again, by the last bit.
    if share * Double(recent.first) - paid + 1e-6 >= 1 {
      paid += 1
    } else if recent.second < reserve {
      recent.count(first: false)
    } else {
      return false
    }
    return true
  }

  private mutating func advance(to now: Moment) {
    let before = recent.first
    recent.advance(to: now)
    // The oldest have paid first: what those paid for who are forgotten goes with them.
    if recent.first < before { paid = max(0, paid - share * Double(before - recent.first)) }
  }
}

/// Two counts over the last stretch of time, in ten steps. Pure.
struct RecentCounts: Sendable {
  private static let stepsOfWindow = 10

  private let step: Duration
  /// How many steps are remembered.
  private let steps: Int
  private var counts: [(first: Int, second: Int)]
  /// Which step of time the newest counts belong to; nil: there was none.
  private var newest: Int128?
  /// When that step begins and ends, and where its counts are: most of what is counted falls into the
  /// step of what was counted before, and needs no division.
  private var newestStart = Duration.zero
  private var newestEnd = Duration.zero
  private var newestIndex = 0

  private(set) var first = 0
  private(set) var second = 0

  /// - Parameter windows: How many windows are remembered, for ``window(before:)``.
  init(window: Duration, remembering windows: Int = 1) {
    step = max(.microseconds(1), window / Self.stepsOfWindow)
    steps = Self.stepsOfWindow * windows
    counts = Array(repeating: (0, 0), count: steps)
  }

  mutating func add(first isFirst: Bool, at now: Moment) {
    advance(to: now)
    count(first: isFirst)
  }

  /// Counts one that began earlier, as of then; as of now, where that is too long ago. Returns how
  /// many steps ago it was counted.
  mutating func add(first isFirst: Bool, begun: Moment, at now: Moment) -> Int {
    advance(to: now)
    let age = age(of: begun)
    count(first: isFirst, at: index(before: age))
    return age
  }

  /// The counts of the window that ended so many steps ago.
  func window(before age: Int) -> (first: Int, second: Int) {
    (age..<min(age + Self.stepsOfWindow, steps)).reduce(into: (0, 0)) { window, age in
      let counts = counts[index(before: age)]
      window = (window.first + counts.first, window.second + counts.second)
    }
  }

  /// How many steps ago it was; 0 where that is not remembered any more.
  private func age(of moment: Moment) -> Int {
    var (age, start) = (0, Moment(elapsed: newestStart))
    while moment < start {
      age += 1
      if age == steps { return 0 }
      start = start + (.zero - step)
    }
    return age
  }

  /// Where the counts of so many steps before the newest are.
  private func index(before age: Int) -> Int {
    newestIndex >= age ? newestIndex - age : newestIndex - age + steps
  }

  /// Counts one at the moment that was advanced to last.
  mutating func count(first isFirst: Bool) {
    count(first: isFirst, at: newestIndex)
  }

  private mutating func count(first isFirst: Bool, at index: Int) {
    if isFirst {
      first += 1
      counts[index].first += 1
    } else {
      second += 1
      counts[index].second += 1
    }
  }

  /// Forgets what is older than the window. A clock that goes back forgets nothing.
  mutating func advance(to now: Moment) {
    if newest != nil, now.elapsed < newestEnd { return }
    let current = now.elapsed.attoseconds.floorDivided(by: step.attoseconds)
    let previous = newest ?? current
    guard current > previous || newest == nil else { return }
    newest = current
    // Where the step begins before there is time to count, the next look divides once more.
    let (start, isNone) = current.multipliedReportingOverflow(by: step.attoseconds)
    newestStart = isNone ? now.elapsed : Duration(attoseconds: start)
    newestEnd = isNone ? now.elapsed : (Moment(elapsed: newestStart) + step).elapsed
    newestIndex = index(of: current)
    guard current - previous < steps else { return clear() }
    for passed in stride(from: previous + 1, through: current, by: 1) {
      let index = index(of: passed)
      first -= counts[index].first
      second -= counts[index].second
      counts[index] = (0, 0)
    }
  }

  mutating func clear() {
    for index in counts.indices { counts[index] = (0, 0) }
    (first, second) = (0, 0)
  }

  private func index(of step: Int128) -> Int {
    Int(step.floorRemainder(by: Int128(steps)))
  }
}
