import Testing

/// Whichever call that can fail does, once: one load fails, once, and the next one works.
///
/// Each in a process of its own, and not only for the counting: what a sanitizer finds to have
/// leaked there fails the test.
@Suite(.needsFaults, .timeLimit(.minutes(1)))
struct TortureTests {
  @Test func aFailureInTheFirstLoadIsOneFailure() async {
    await #expect(processExitsWith: .success) {
      try await Torture.run { try await $0.failEachCall(in: .firstLoad) }
    }
  }

  @Test func aFailureInALaterLoadIsOneFailure() async {
    await #expect(processExitsWith: .success) {
      try await Torture.run { try await $0.failEachCall(in: .laterLoad) }
    }
  }

  @Test func aFailureInALoadOnDeadConnectionsIsOneFailure() async {
    await #expect(processExitsWith: .success) {
      try await Torture.run { try await $0.failEachCall(in: .loadOnDeadConnections) }
    }
  }

  @Test func aFailureThatEndsTheEngineIsOneFailureForEachLoad() async {
    await #expect(processExitsWith: .success) {
      try await Torture.run { try await $0.endTheEngineUnderManyLoads() }
    }
  }

  @Test func aFailureToSetLibcurlUpIsOneFailure() async {
    await #expect(processExitsWith: .success) {
      try await Torture.run { try await $0.failToSetLibcurlUp() }
    }
  }
}
