import Testing

@testable import ProductClient

/// When silence on a connection means that it is dead.
@Suite(.timeLimit(.minutes(1)))
struct ConnectionVerdictTests {
  struct Case: Sendable {
    var ending = ConnectionVerdict.Ending.timedOut
    /// In seconds, as all that follow.
    var spent = 10
    var silence = 10
    var stall = 30
    let isDead: Bool
  }

  @Test(arguments: [
    // Nothing at all came while it was in progress.
    Case(isDead: true),
    Case(silence: 100, isDead: true),
    // Something came, for another exchange perhaps.
    Case(silence: 9, isDead: false),
    // An answer that began and then stalled.
    Case(spent: 50, silence: 30, isDead: true),
    Case(spent: 50, silence: 29, isDead: false),
    // A stall at a rate above zero: bytes came, only too slowly.
    Case(spent: 50, silence: 1, isDead: false),
    // Cancelled after five seconds of silence, or before.
    Case(ending: .cancelled, spent: 5, silence: 5, isDead: true),
    Case(ending: .cancelled, spent: 60, silence: 5, isDead: true),
    Case(ending: .cancelled, spent: 60, silence: 4, isDead: false),
    Case(ending: .cancelled, spent: 4, silence: 4, isDead: false),
    // An idle connection was silent, which is what idle connections are.
    Case(ending: .cancelled, spent: 1, silence: 100, isDead: false),
    // A stall may be shorter than that.
    Case(ending: .cancelled, spent: 2, silence: 2, stall: 2, isDead: true),
  ])
  func silenceThroughoutIsDeath(_ given: Case) {
    let verdict = ConnectionVerdict(
      ending: given.ending, spent: .seconds(given.spent), silence: .seconds(given.silence),
      stall: .seconds(given.stall), patience: .seconds(5))
    #expect(verdict.isDead == given.isDead)
  }

  @Test func anExchangeWithPartOfItsAnswerKeepsItsConnectionUntilItStalls() {
    let mayKeep = { (isSilent: Bool, silence: Int) in
      ConnectionVerdict.mayKeep(isSilent: isSilent, stall: .seconds(30), silence: .seconds(silence))
    }
    #expect(mayKeep(false, 29))
    #expect(!mayKeep(false, 30))
    #expect(!mayKeep(true, 1))
  }

  @Test func aSocketRemembersWhenItWasLastHeardFrom() {
    var times = SocketTimes()
    let start = ContinuousClock.now
    times.heard(7, at: start)
    times.heard(3, at: start + .seconds(1))
    times.heard(7, at: start + .seconds(2))
    #expect(times.descriptors == [3, 7])
    #expect(times.lastHeard(7) == start + .seconds(2))
    #expect(times.lastHeard(3) == start + .seconds(1))
    #expect([-1, 0, 4, 8, .max].allSatisfy { times.lastHeard($0) == nil })
  }
}
