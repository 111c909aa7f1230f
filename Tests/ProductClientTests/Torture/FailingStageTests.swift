import Foundation
import ProductClient
import TestSupport
import Testing

@testable import ProductClientTesting

/// Whichever stage of a load fails, once: one load fails, once, and the next one works.
@Suite(.timeLimit(.minutes(1)))
struct FailingStageTests {
  private let queue = MarkedQueue()
  private let transport = CurlTransport.ownWithoutProxy()

  @Test func aResolverThatThrowsOnceFailsOneLoad() async throws {
    let failure = OneFailure()
    try await withFixtureServer(.shop) { server in
      let loader = ProductLoader(transport: transport, configuration: .oneAttempt) { id in
        try failure.throwOnce()
        return server.url("/\(id)")
      }
      try await expectOneFailure("invalidURL", of: loader, server)
    }
  }

  @Test func aDecoderThatThrowsOnceFailsOneLoad() async throws {
    let failure = OneFailure()
    let decoder = ModelDecoder<Product> { body in
      try failure.throwOnce()
      return try JSONDecoder().decode(Product.self, from: Data(body))
    }
    try await withFixtureServer(.shop) { server in
      let loader = ProductLoader(transport: transport, decoder: decoder) { server.url("/\($0)") }
      try await expectOneFailure("undecodable", of: loader, server)
    }
  }

  @Test(arguments: [
    (FixtureReply.json("{"), "undecodable"),
    (FixtureReply.json("{}").with(.cut(afterBodyBytes: 1)), "transfer"),
    (FixtureReply.json("{}").with(.reset(afterBodyBytes: 1)), "transfer"),
    (FixtureReply.json("{}").with("Content-Encoding", "gzip"), "transfer"),
  ])
  func anAnswerThatIsBrokenOnceFailsOneLoad(_ reply: FixtureReply, _ code: String) async throws {
    var script = FixtureScript()
    script.otherwise(reply, .product("2", named: "Lamp"))
    try await withFixtureServer(script) { server in
      try await expectOneFailure(code, of: .from(server, over: transport), server)
    }
  }

  /// A transport that was shut down stays so; the next load goes over another.
  @Test func anOrderThatTheMailboxRefusesFailsOneLoad() async throws {
    try await withFixtureServer(.shop) { server in
      let loader = ProductLoader.from(server, over: transport)
      try await loader.begin("1", on: queue).wait()
      await transport.shutdown()
      let refused = (1...10).map { _ in loader.begin("1", on: queue) }
      let next = ProductLoader.from(server).begin("2", on: queue)
      for load in refused + [next] { try await load.wait() }
      await queue.queue.drain()
      for load in refused { load.expect(.failure("shutDown")) }
      next.expect(.success)
    }
  }

  private func expectOneFailure(
    _ code: String, of loader: ProductLoader<Product>, _ server: FixtureServer
  ) async throws {
    let first = loader.begin("1", on: queue)
    try await first.wait()
    let next = loader.begin("2", on: queue)
    try await next.wait()
    await transport.shutdown()
    try await server.waitForOpenConnections(count: 0)
    await queue.queue.drain()
    first.expect(.failure(code))
    next.expect(.success)
  }
}

/// Throws the first time, and never again.
private struct OneFailure: Error {
  private let isDue = Observed(true)

  func throwOnce() throws {
    let isFirst = isDue.update { isDue in
      defer { isDue = false }
      return isDue
    }
    if isFirst { throw self }
  }
}
