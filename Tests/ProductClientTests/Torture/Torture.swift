import Foundation
import ProductClient
import TestSupport
import Testing

@testable import ProductClientTesting

/// Lets calls of the engine fail, and looks at what becomes of the loads.
///
/// Only in a process of its own: nobody else's calls must be among those that are counted.
struct Torture {
  private let server: FixtureServer
  private let clock: VirtualClock
  private let queue = MarkedQueue()

  static func run(_ body: (Torture) async throws -> Void) async throws {
    // Should the engine not come to its end, the process does.
    alarm(50)
    let clock = VirtualClock()
    let server = try await FixtureServer.start(.dyingShop, clock: clock)
    do {
      try await body(Torture(server: server, clock: clock))
    } catch {
      // Thrown out of the process, it would not be told.
      Issue.record(error)
    }
    await server.stop()
  }

  /// Lets each fallible call fail, each once and on a transport of its own.
  func failEachCall(in situation: Situation) async throws {
    let before = try await descriptorsThatStay(in: situation)
    for function in FallibleFunction.all {
      var calls = 0
      while try await fail(function, atCall: calls + 1, in: situation) { calls += 1 }
      #expect(calls >= situation.leastCalls["\(function)"] ?? 0, "\(function)")
    }
    try await waitUntil("no descriptor is open that was not before") {
      try ThisProcess.openDescriptors() == before
    }
  }

  /// Has the process open what it keeps, as in a round where nothing fails.
  private func descriptorsThatStay(in situation: Situation) async throws -> Int {
    _ = try await fail(try .named("eventfd"), atCall: 0, in: situation)
    try await ContinuousClock().sleep(for: .milliseconds(1))
    return try ThisProcess.openDescriptors()
  }

  /// Lets the nth call of the function fail, and looks at what the load makes of it, and the load
  /// after it. Returns whether the function was called so often.
  private func fail(
    _ function: FallibleFunction, atCall nth: Int, in situation: Situation
  ) async throws -> Bool {
    let transport = CurlTransport.ownWithoutProxy()
    try await prepare(transport, for: situation)
    let name = "\(situation)-\(function)-\(nth)"
    function.failAtCall(nth)
    let tortured = begin(name, over: transport, configuration: .other)
    try await tortured.wait()
    let failed = FailedCall.end(of: function, nth: nth)
    let next = begin("after-\(name)", over: transport)
    try await next.wait()
    try await end(transport)
    tortured.expect(failed?.expectedEnd(in: situation) ?? .success)
    next.expect(.success)
    return failed != nil
  }

  private func prepare(_ transport: CurlTransport, for situation: Situation) async throws {
    switch situation {
    case .firstLoad: break
    case .laterLoad: try await begin("first", over: transport).wait()
    case .loadOnDeadConnections:
      let loads = try await beginSlowLoads(6, over: transport)
      clock.advance(by: .seconds(1))
      for load in loads { try await load.wait() }
    }
  }

  /// Begins loads, and returns when each has a connection and waits for its answer.
  private func beginSlowLoads(
    _ count: Int, over transport: CurlTransport
  ) async throws -> [HandedOver] {
    let loads = (1...count).map { begin("slow-\($0)", over: transport) }
    try await clock.waitForSleepers(count: count)
    return loads
  }

  private func begin(
    _ id: String, over transport: CurlTransport,
    configuration: LoaderConfiguration = .oneAttempt
  ) -> HandedOver {
    ProductLoader.from(server, over: transport, configuration: configuration)
      .begin(Product.ID(id), on: queue)
  }

  /// Returns when the transport and its connections are gone, and every handler has run that will.
  private func end(_ transport: CurlTransport) async throws {
    await transport.shutdown()
    try await server.waitForOpenConnections(count: 0)
    await queue.queue.drain()
  }
}

extension Torture {
  /// When one connection cannot be watched, the engine ends, and the loads of all others with it.
  func endTheEngineUnderManyLoads() async throws {
    let transport = CurlTransport.ownWithoutProxy()
    var loads = try await beginSlowLoads(20, over: transport)
    let function = try FallibleFunction.named("epoll_ctl")
    function.failAtCall(1)
    loads.append(begin("one-more", over: transport))
    for load in loads { try await load.wait() }
    let failed = try #require(FailedCall.end(of: function, nth: 1))
    let next = begin("next", over: transport)
    try await next.wait()
    clock.advance(by: .seconds(1))
    try await end(transport)
    for load in loads { load.expect(failed.expectedEnd(in: .laterLoad)) }
    next.expect(.success)
  }

  /// libcurl is set up with the first transport of a process. Where that fails, the first load
  /// tries again.
  func failToSetLibcurlUp() async throws {
    let function = try FallibleFunction.named("curl_global_init")
    function.failAtCall(1)
    let transport = CurlTransport.ownWithoutProxy()
    #expect(FailedCall.end(of: function, nth: 1) != nil)
    function.failAtCall(1)
    let tortured = begin("first", over: transport)
    try await tortured.wait()
    let failed = try #require(FailedCall.end(of: function, nth: 1))
    let next = begin("next", over: transport)
    try await next.wait()
    try await end(transport)
    tortured.expect(failed.expectedEnd(in: .firstLoad))
    next.expect(.success)
  }
}

extension LoaderConfiguration {
  /// Nothing in it is as by default.
  fileprivate static var other: LoaderConfiguration {
    var configuration = LoaderConfiguration(
      limits: ExchangeLimits(bodyBytes: 1000),
      timeouts: ExchangeTimeouts(connect: .seconds(4), attempt: .seconds(5), stall: .seconds(6)),
      addressPolicy: .custom { _ in true })
    configuration.retries = .never
    if let field = HTTPField(name: "X-Tortured", value: "yes") {
      configuration.fields.append(field)
    }
    return configuration
  }
}

extension FixtureScript {
  /// A shop that takes a second for `slow…`, and that resets the first six connections on which
  /// the same `loadOnDeadConnections…` is asked for.
  fileprivate static var dyingShop: FixtureScript {
    let visits = Observed<[String: Int]>([:])
    var script = FixtureScript()
    script.otherwise { request in
      let id = String(request.path.dropFirst())
      let product = FixtureReply.product(id, named: "Lamp")
      if id.hasPrefix("slow") { return product.with(.delay(.seconds(1))) }
      guard id.hasPrefix("\(Situation.loadOnDeadConnections)") else { return product }
      let visit = visits.update { visits in
        visits[id, default: 0] += 1
        return visits[id, default: 0]
      }
      return visit <= 6 ? product.with(.resetBeforeHead) : product
    }
    return script
  }
}
