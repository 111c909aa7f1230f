import ProductClientTesting
import Testing

/// Time passes when the test says so.
@Suite(.timeLimit(.minutes(1)))
struct VirtualClockTests {
  @Test func timeStandsUntilItIsAdvanced() {
    let clock = VirtualClock()
    let start = clock.now
    #expect(clock.now == start)
    clock.advance(by: .seconds(5))
    #expect(start.duration(to: clock.now) == .seconds(5))
    #expect(start < clock.now)
    #expect(start.advanced(by: .seconds(5)) == clock.now)
  }

  @Test func aSleeperWakesWhenItsTimeHasComeAndNotBefore() async throws {
    let clock = VirtualClock()
    let short = Task { try await clock.sleep(for: .seconds(10)) }
    let long = Task { try await clock.sleep(for: .seconds(20)) }
    try await clock.waitForSleepers(count: 2)
    clock.advance(by: .seconds(9))
    #expect(clock.sleepers == 2)
    clock.advance(by: .seconds(1))
    try await short.value
    #expect(clock.sleepers == 1)
    clock.advance(by: .seconds(100))
    try await long.value
    #expect(clock.sleepers == 0)
  }

  @Test func aWokenSleeperIsNoSleeperAnyMore() async throws {
    let clock = VirtualClock()
    let pauses = Task {
      for _ in 1...100 { try await clock.sleep(for: .seconds(1)) }
    }
    for _ in 1...100 {
      try await clock.waitForSleepers(count: 1)
      clock.advance(by: .seconds(1))
    }
    try await pauses.value
    #expect(clock.now.elapsed == .seconds(100))
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func whatIsOverNeedsNoSleep(duration: Duration) async throws {
    try await VirtualClock().sleep(for: duration)
  }

  @Test func cancellationWakesASleeper() async throws {
    let clock = VirtualClock()
    let sleep = Task { try await clock.sleep(for: .seconds(10)) }
    try await clock.waitForSleepers(count: 1)
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
    #expect(clock.sleepers == 0)
  }

  @Test func aCancelledTaskDoesNotFallAsleep() async throws {
    let clock = VirtualClock()
    let sleep = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(10))
    }
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }

  @Test func cancellationEndsTheWaitForSleepers() async throws {
    let clock = VirtualClock()
    let wait = Task { try await clock.waitForSleepers(count: 1) }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
  }

  @Test func itServesWhereAnyClockDoes() async throws {
    let clock = VirtualClock()
    let any: any Clock<Duration> = clock
    async let sleep: Void = any.sleep(for: .seconds(3))
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(3))
    try await sleep
  }
}
