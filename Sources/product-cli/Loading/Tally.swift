/// How many loads ended, and how.
struct Tally: Hashable, Sendable {
  /// Those that a run before this one had loaded among them.
  var loaded = 0
  var failed = 0
  /// How many of them a run before this one had loaded.
  var kept = 0
  /// What was received.
  var bytes = 0

  var finished: Int { loaded + failed }
}
