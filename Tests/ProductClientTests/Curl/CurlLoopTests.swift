import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// How the engine's thread ends.
@Suite(.timeLimit(.minutes(1)))
struct CurlLoopTests {
  /// A load that was cancelled, and its transport let go of, before the engine took its order: when
  /// it does, woken for all of that at once, nothing comes of the order, and nobody will wake it
  /// again.
  @Test func anEngineThatIsLetGoOfEndsAlthoughItsLastOrderComesToNothing() async throws {
    let signal = try #require(WakeSignal())
    let inbox = CurlInbox(signal: signal)
    let slot = ExchangeSlot()
    slot.finish(.failure(.cancelled))
    try inbox.post(.start(HTTPRequest(url: try shopURL()), slot))
    inbox.set(.finishing)
    signal.lower()
    let hasEnded = Observed(false)
    let hasStarted = EngineThread.start {
      CurlLoop.run(
        configuration: CurlConfiguration(), proxies: ProxyEnvironment([:]), inbox: inbox,
        signal: signal)
      hasEnded.update { $0 = true }
    }
    try #require(hasStarted)
    try await hasEnded.wait { $0 }
  }
}
