import Testing

@testable import ProductClient

/// When libcurl is to look after its idle connections.
@Suite(.timeLimit(.minutes(1)))
struct IdleSocketsTests {
  private let start = ContinuousClock.now
  private var idle = IdleSockets(maxAge: .seconds(60))

  /// The moments, in milliseconds, at which it is time to look, until there is nothing left.
  private func looks(_ idle: IdleSockets) -> [Int] {
    var idle = idle
    var moments: [Int] = []
    while let due = idle.due {
      if idle.isDue(at: due) { moments.append(Int((due - start) / .milliseconds(1))) }
    }
    return moments
  }

  @Test func withoutSocketsNobodyLooks() {
    #expect(looks(idle) == [])
  }

  @Test mutating func aSocketThatStaysIdleIsLookedAtOnceWhenItIsTooOld() {
    idle.add(3, at: start)
    idle.add(4, at: start + .seconds(5))
    #expect(looks(idle) == [61_000, 66_000])
  }

  @Test mutating func aSocketThatIsUsedAgainIsNot() {
    idle.add(3, at: start)
    idle.remove(3)
    #expect(looks(idle) == [])
    idle.add(3, at: start + .seconds(9))
    #expect(looks(idle) == [70_000])
  }

  /// More than once, in case libcurl had looked just before; and not for ever.
  @Test mutating func aSocketThatSpokeIsLookedAtSoonAndNotForEver() {
    idle.add(3, at: start)
    let isIdle = [3, 4].map { idle.spoke($0, at: start + .seconds(1)) }
    #expect(isIdle == [true, false])
    #expect(looks(idle) == [2100, 3200, 4300, 65_300])
    idle.remove(3)
    #expect(looks(idle) == [])
  }

  @Test func beforeItsTimeNobodyLooks() {
    var idle = idle
    idle.add(3, at: start)
    let isDue = idle.isDue(at: start + .seconds(60))
    #expect(!isDue)
    #expect(idle.due == start + .seconds(61))
  }
}
