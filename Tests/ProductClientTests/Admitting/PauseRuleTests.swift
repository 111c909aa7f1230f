import Testing

@testable import ProductClient

/// How far a server's word goes, as the rules have it, step by step; see ``TrafficTableTests``.
@Suite(.timeLimit(.minutes(1)))
struct PauseRuleTests {
  static let strict = TrafficRules(
    maxInFlightPerOrigin: 1, longestPause: .seconds(20), longestPauseWait: .seconds(5))
  static let boundedPauses: [TrafficTableTests.Row] = [
    // No longer than 20 seconds, and for no more than 5 of them does anybody wait.
    (
      [
        (.asks("a1", 0), .goes), (.leaves("a1", 0, pause: 100), .calls([])),
        (.asks("a2", 0), .isRefused(.pausedTooLong(.seconds(20)))),
        (.asks("a2", 14), .isRefused(.pausedTooLong(.seconds(6)))), (.asks("a2", 15), .waits),
        (.wakes(20), .calls(["a2"])),
      ], 20
    ),
    (
      [
        (.asks("a1", 0), .goes), (.leaves("a1", 0, quota: (0, 100)), .calls([])),
        (.asks("a2", 0), .isRefused(.pausedTooLong(.seconds(20)))), (.asks("a2", 15), .waits),
      ], 20
    ),
    // Who waits already is refused as well.
    (
      [
        (.asks("a1", 0), .goes), (.asks("a2", 0), .waits),
        (.leaves("a1", 0, pause: 6), .calls(["a2!"])), (.asks("a3", 1), .waits),
      ], 6
    ),
  ]

  @Test(arguments: boundedPauses)
  func aServersWordHoldsAsFarAsTheRulesGo(_ row: TrafficTableTests.Row) {
    TableSteps(Self.strict).expect(row)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .shortest])
  func nobodyWaitsWhereNoPauseIsWaitedFor(_ wait: Duration) {
    TableSteps(TrafficRules(longestPauseWait: wait)).expect(
      (
        [
          (.asks("a1", 0), .goes), (.leaves("a1", 0, pause: 1), .calls([])),
          (.asks("a2", 0), .isRefused(.pausedTooLong(.seconds(1)))), (.asks("a2", 1), .goes),
        ], nil
      ))
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .shortest])
  func noPauseIsKeptWhereNoneIsAllowed(_ pause: Duration) {
    TableSteps(TrafficRules(longestPause: pause)).expect(
      (
        [
          (.asks("a1", 0), .goes), (.leaves("a1", 0, pause: 9, quota: (0, 9)), .calls([])),
          (.asks("a2", 0), .goes),
        ], nil
      ))
  }

  @Test func theLongestPausesAreWaitedFor() {
    let rules = TrafficRules(longestPause: .longest, longestPauseWait: .longest)
    TableSteps(rules).expect(
      (
        [
          (.asks("a1", 0), .goes), (.leaves("a1", 0, pause: 100_000), .calls([])),
          (.asks("a2", 0), .waits), (.wakes(99_999), .calls([])), (.wakes(100_000), .calls(["a2"])),
        ], 100_000
      ))
  }
}
