import Foundation
import Testing

@testable import ProductClient

/// Both pollers keep the promises of `SocketPoller`, whichever this system's is.
@Suite(.timeLimit(.minutes(1)))
struct SocketPollerTests {
  enum Kind: CaseIterable, Sendable {
    case system, poll

    func make() throws -> any SocketPoller {
      switch self {
      case .system: try #require(makeSocketPoller())
      case .poll: PollPoller()
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func aRaisedSignalEndsTheWaitAndStaysRaisedUntilLowered(_ kind: Kind) throws {
    let poller = try kind.make()
    let signal = try #require(WakeSignal())
    #expect(poller.watch(signal.readEnd, for: .readable))
    #expect(poller.ready(within: 0).isEmpty)
    signal.raise()
    signal.raise()
    #expect(poller.ready(within: -1) == [signal.readEnd: .readable])
    #expect(poller.ready(within: -1) == [signal.readEnd: .readable])
    signal.lower()
    #expect(poller.ready(within: 0).isEmpty)
    poller.close()
  }

  @Test(arguments: Kind.allCases)
  func whatIsAwaitedCanBeChangedAndForgotten(_ kind: Kind) throws {
    let poller = try kind.make()
    let pair = try SocketPair()
    #expect(poller.watch(pair.one, for: .readable))
    #expect(poller.ready(within: 0).isEmpty)
    #expect(poller.watch(pair.one, for: [.readable, .writable]))
    #expect(poller.ready(within: -1) == [pair.one: .writable])
    pair.writeByteToOne()
    #expect(poller.ready(within: -1) == [pair.one: [.readable, .writable]])
    poller.forget(pair.one)
    poller.forget(pair.one)
    #expect(poller.ready(within: 0).isEmpty)
    poller.close()
  }

  @Test(arguments: Kind.allCases)
  func whatIsKeptIsWatchedAsBeforeOrForWhatIsNew(_ kind: Kind) throws {
    let poller = try kind.make()
    let pair = try SocketPair()
    pair.writeByteToOne()
    #expect(poller.keepWatching(pair.one, for: .readable))
    #expect(poller.ready(within: -1) == [pair.one: .readable])
    #expect(poller.keepWatching(pair.one, for: .readable))
    #expect(poller.ready(within: -1) == [pair.one: .readable])
    #expect(poller.keepWatching(pair.one, for: .writable))
    #expect(poller.ready(within: -1) == [pair.one: .writable])
    poller.forget(pair.one)
    #expect(poller.ready(within: 0).isEmpty)
    #expect(poller.keepWatching(pair.one, for: .writable))
    #expect(poller.ready(within: 10_000) == [pair.one: .writable])
    poller.close()
  }

  @Test(arguments: Kind.allCases)
  func aHangUpCountsAsReadable(_ kind: Kind) throws {
    let poller = try kind.make()
    let pair = try SocketPair()
    #expect(poller.watch(pair.one, for: .readable))
    pair.closeOther()
    #expect(poller.ready(within: -1)[pair.one]?.contains(.readable) == true)
    poller.close()
  }

  @Test(arguments: Kind.allCases)
  func aDescriptorThatIsClosedAlreadyIsNotRefused(_ kind: Kind) throws {
    let poller = try kind.make()
    let pair = try SocketPair()
    let closed = dup(pair.one)
    close(closed)
    #expect(poller.watch(closed, for: .readable))
    poller.close()
  }

  @Test(arguments: Kind.allCases)
  func oneOfManyIsFound(_ kind: Kind) throws {
    let poller = try kind.make()
    let pairs = try (0..<50).map { _ in try SocketPair() }
    for pair in pairs { #expect(poller.watch(pair.one, for: .readable)) }
    for pair in pairs[..<25] { poller.forget(pair.one) }
    for pair in pairs { pair.writeByteToOne() }
    #expect(Set(poller.ready(within: -1).keys) == Set(pairs[25...].map(\.one)))
    poller.close()
  }
}

extension SocketPoller {
  fileprivate func ready(within milliseconds: CInt) -> [CInt: SocketReadiness] {
    var result: [CInt: SocketReadiness] = [:]
    wait(milliseconds: milliseconds) { result[$0] = $1 }
    return result
  }
}

/// Two sockets that talk to each other.
private final class SocketPair {
  let one: CInt
  private var other: CInt

  init() throws {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    (one, other) = (ends[0], ends[1])
  }

  func writeByteToOne() {
    var byte: UInt8 = 1
    _ = write(other, &byte, 1)
  }

  func closeOther() {
    close(other)
    other = -1
  }

  deinit {
    close(one)
    if other >= 0 { close(other) }
  }
}
