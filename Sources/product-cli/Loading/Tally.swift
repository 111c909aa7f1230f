/// How many loads ended, and how.
struct Tally: Hashable, Sendable {
  var loaded = 0
  var failed = 0

  var finished: Int { loaded + failed }
}
