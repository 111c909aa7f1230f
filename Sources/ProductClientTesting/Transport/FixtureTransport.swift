import ProductClient

/// A transport without a network, which answers by a ``FixtureScript``.
///
/// <!-- snippet: fixture transport -->
/// ```swift
/// let clock = VirtualClock()
/// let transport = FixtureTransport(script, clock: clock)
/// let loader = ProductLoader(transport: transport) { id in url(for: id) }
/// ```
///
/// Folder, routes and successive replies are as with a ``FixtureServer``; the host of a URL plays
/// no part, except that a request is refused where its address policy forbids the address, or the
/// `localhost`, that the URL itself names. Any other name stands for no address here, and passes. A
/// fault becomes what a client would see of it. Time passes on the clock only, and the metrics hold
/// the time that the script asks for. There are no connections, so nothing is said of their reuse.
/// Bodies are not decompressed, and an answer that is given as raw bytes is not parsed: it counts
/// as malformed.
public struct FixtureTransport: Transport {
  private let run: ScriptRun
  private let log: RequestLog
  private let clock: any Clock<Duration>

  /// Creates a transport.
  /// - Parameters:
  ///   - script: What it answers.
  ///   - clock: What delays, stalls and timeouts wait on.
  ///   - recordedRequests: How many requests ``requests`` keeps, the first ones. The count goes on.
  public init(
    _ script: FixtureScript,
    clock: any Clock<Duration> = ContinuousClock(),
    recordedRequests: Int = 1_000
  ) {
    run = ScriptRun(script)
    log = RequestLog(capacity: recordedRequests)
    self.clock = clock
  }

  /// Answers by the script.
  public func perform(_ request: HTTPRequest) async throws(LoadError) -> HTTPResponse {
    guard !Task.isCancelled else { throw .cancelled }
    try request.checkHost()
    let acceptance = run.nextAcceptance()
    guard acceptance == .serve else { throw Self.refusal(acceptance, request) }
    let reply = run.reply(to: log.record(FixtureRequest(request)))
    let exchange = FixtureExchange(reply, request)
    if exchange.duration > .zero {
      do {
        try await clock.sleep(for: exchange.duration)
      } catch {
        throw .cancelled
      }
    }
    guard !Task.isCancelled else { throw .cancelled }
    return try exchange.result.get()
  }

  private static func refusal(_ acceptance: Acceptance, _ request: HTTPRequest) -> LoadError {
    let url = URLRules.redacted(request.url)
    return acceptance == .refuse
      ? .connect(LoadFailure(url: url, reason: "Connection refused"))
      : .transfer(LoadFailure(url: url, reason: "Connection reset by peer"))
  }
}

extension FixtureTransport {
  /// The first requests, in the order in which they came.
  public var requests: [FixtureRequest] { log.counts.value.requests }

  /// How many requests came, those that are still being answered included.
  public var requestCount: Int { log.counts.value.requestCount }

  /// Returns when at least so many requests have come.
  ///
  /// Throws `CancellationError` when the task is cancelled first.
  public func waitForRequests(count: Int) async throws {
    try await log.counts.wait { $0.requestCount >= count }
  }
}

extension FixtureRequest {
  /// The request as it would go over the wire, without the fields that a transport adds.
  fileprivate init(_ request: HTTPRequest) {
    let lines = request.fields.map { "\($0.name): \($0.value)\r\n" }
    self.init(method: "GET", target: request.url.target, block: Array(lines.joined().utf8))
  }
}
