import Testing

@testable import ProductClient

/// Time does not overflow, whatever is asked for.
@Suite(.timeLimit(.minutes(1)))
struct MomentTests {
  @Test(arguments: [
    (Moment.at(3), Duration.seconds(2), Moment.at(5)),
    (.at(3), .seconds(-5), .at(-2)),
    (.at(3), .longest, Moment(elapsed: .longest)),
    (.at(-3), .shortest, Moment(elapsed: .shortest)),
    (.at(-3), .longest, Moment(elapsed: .longest - .seconds(3))),
  ])
  func aSumStopsAtTheLastMoment(_ moment: Moment, _ wait: Duration, _ sum: Moment) {
    #expect(moment + wait == sum)
  }

  @Test(arguments: [
    (Moment.at(5), Moment.at(3), Duration.seconds(2)),
    (.at(3), .at(5), .seconds(-2)),
    (Moment(elapsed: .longest), .at(-1), .longest),
    (Moment(elapsed: .shortest), .at(1), .shortest),
    (.at(0), Moment(elapsed: .shortest), .longest),
  ])
  func aDifferenceStopsAtTheLongest(_ later: Moment, _ earlier: Moment, _ time: Duration) {
    #expect(later - earlier == time)
  }

  @Test(arguments: [
    (Duration.seconds(2), Duration.seconds(2)), (.seconds(-2), .zero), (.longest, .century),
    (.shortest, .zero),
  ])
  func aWaitIsNeverNegativeNorLongerThanACentury(_ set: Duration, _ wait: Duration) {
    #expect(set.asWait == wait)
  }

  /// Neither traps, and each ends as soon as it is cancelled.
  @Test(arguments: [any Clock<Duration>](arrayLiteral: ContinuousClock(), SuspendingClock()))
  func theLongestSleepCanBeSlept(_ clock: any Clock<Duration>) async {
    let sleeper = Task { try await LoadClock(clock).sleep(.longest) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
