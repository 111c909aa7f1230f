import Foundation

/// A real HTTP/1.1 server on 127.0.0.1 that answers by a ``FixtureScript``.
///
/// <!-- snippet: fixture server -->
/// ```swift
/// let server = try await FixtureServer.start(script)
/// let loader = ProductLoader { id in server.url("/products/\(id).json") }
/// try await server.waitForRequests(count: 1)
/// await server.stop()
/// ```
///
/// Connections are kept alive and may be pipelined. Request bodies of up to 16 MiB are read and
/// dropped; chunked ones are refused with 501. Sockets are FlyingSocks'; the framing of messages
/// is written here, because any reply on any connection may have to break off, stall or reset,
/// and a ready-made server does not hand over its connections for that.
///
/// A server that is let go of without ``stop()`` stops by itself, some time later.
public final class FixtureServer: Sendable {
  /// Where it listens: `http://127.0.0.1:` and the port.
  public let url: URL
  /// The port it listens on.
  public let port: UInt16

  private let log: RequestLog
  private let serving: Task<Void, Never>

  /// Starts a server; when this returns, it accepts connections.
  ///
  /// Throws when the port is taken.
  /// - Parameters:
  ///   - script: What it answers.
  ///   - port: Where it listens. 0: on a free port.
  ///   - clock: What ``Fault/delay(_:)`` and ``Fault/drip(bytes:every:)`` wait on.
  ///   - recordedRequests: How many requests ``requests`` keeps, the first ones. The count goes on.
  public static func start(
    _ script: FixtureScript,
    port: UInt16 = 0,
    clock: any Clock<Duration> = ContinuousClock(),
    recordedRequests: Int = 1_000
  ) async throws -> FixtureServer {
    let listener = try Listener(port: port, pool: try await SharedPool.running())
    guard let url = URL(string: "http://127.0.0.1:\(listener.port)") else {
      await listener.close()
      throw URLError(.badURL)
    }
    let log = RequestLog(capacity: recordedRequests)
    let run = ScriptRun(script)
    let serving = Task.detached {
      await Self.serve(listener, run: run, log: log, clock: clock)
    }
    return FixtureServer(url: url, port: listener.port, log: log, serving: serving)
  }

  private init(url: URL, port: UInt16, log: RequestLog, serving: Task<Void, Never>) {
    self.url = url
    self.port = port
    self.log = log
    self.serving = serving
  }

  deinit {
    serving.cancel()
  }

  /// Stops listening, closes every connection whatever it is doing, and returns when all is done.
  ///
  /// May be called more than once, and from many tasks.
  public func stop() async {
    serving.cancel()
    await serving.value
  }

  /// A URL on this server; the path starts with a slash and is percent-encoded where it must be.
  public func url(_ path: String) -> URL {
    URL(string: url.absoluteString + path) ?? url.appendingPathComponent(path)
  }

  private static func serve(
    _ listener: Listener,
    run: ScriptRun,
    log: RequestLog,
    clock: any Clock<Duration>
  ) async {
    await withDiscardingTaskGroup { group in
      while let wire = await listener.accept() {
        log.connectionOpened()
        let isServed = run.nextAcceptance() == .serve
        group.addTask {
          if isServed {
            await Connection(wire: wire, run: run, log: log, clock: clock).serve()
          } else {
            await wire.reset()
          }
          log.connectionClosed()
        }
      }
      await listener.close()
    }
    log.counts.end()
  }
}

extension FixtureServer {
  /// The first requests, in the order in which their heads were complete.
  public var requests: [FixtureRequest] { log.counts.value.requests }

  /// How many requests came, those that are still being answered included.
  public var requestCount: Int { log.counts.value.requestCount }

  /// How many connections were ever accepted.
  public var acceptedConnections: Int { log.counts.value.acceptedConnections }

  /// How many connections are open now.
  public var openConnections: Int { log.counts.value.openConnections }

  /// Returns when at least so many requests have come.
  ///
  /// This and the other waits throw `CancellationError` when the task is cancelled, or when the
  /// server has stopped and it will never be so.
  public func waitForRequests(count: Int) async throws {
    try await log.counts.wait { $0.requestCount >= count }
  }

  /// Returns when at least so many connections have been accepted.
  public func waitForAcceptedConnections(count: Int) async throws {
    try await log.counts.wait { $0.acceptedConnections >= count }
  }

  /// Returns when exactly so many connections are open.
  public func waitForOpenConnections(count: Int) async throws {
    try await log.counts.wait { $0.openConnections == count }
  }
}
