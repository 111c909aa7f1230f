import Dispatch
import Foundation
import ProductClient
import TestSupport
import Testing

@testable import ProductClientTesting

/// Every load has its numbers, however it ended.
@Suite(.timeLimit(.minutes(1)))
struct LoadMetricsTests {
  @Test func aProductComesWithTheNumbersOfItsExchange() async throws {
    try await withFixtureServer(.shop) { server in
      let loader = ProductLoader.from(server)
      let outcome = await loader.outcome(withID: "7")
      let exchange = try #require(outcome.metrics.exchange)
      #expect(outcome.id == "7")
      #expect(outcome.result.model?.id == "7")
      #expect(outcome.metrics.attempts == 1)
      #expect(outcome.metrics.status == 200)
      #expect(exchange.version == .http1_1)
      #expect(exchange.connectionReused == false)
      #expect(exchange.remoteAddress == "127.0.0.1")
      #expect(exchange.receivedBytes == #"{"id": "7", "name": "Thing"}"#.utf8.count)
      #expect(exchange.tls == nil)
      let firstByte = try #require(exchange.firstByte)
      let connect = try #require(exchange.connect)
      let nameLookup = try #require(exchange.nameLookup)
      #expect(exchange.total >= firstByte)
      #expect(firstByte >= connect)
      #expect(connect >= nameLookup)
      #expect(nameLookup > .zero)
      let decoding = try #require(outcome.metrics.decoding)
      #expect(decoding > .zero)
      #expect(outcome.metrics.total >= exchange.total + decoding)
    }
  }

  @Test func theSecondLoadReusesTheConnection() async throws {
    try await withFixtureServer(.shop) { server in
      let loader = ProductLoader.from(server)
      let first = await loader.outcome(withID: "1").metrics
      let second = await loader.outcome(withID: "2").metrics
      #expect(first.exchange?.connectionReused == false)
      #expect(second.exchange?.connectionReused == true)
      #expect(second.exchange?.remoteAddress == "127.0.0.1")
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test(arguments: [
    (FixtureReply.status(404), "notFound", 404, true),
    (.status(500), "status", 500, true),
    (.json("{"), "undecodable", 200, true),
    (FixtureReply.json("{}").with(.cut(afterBodyBytes: 1)), "transfer", nil, false),
    (FixtureReply.json("{}").with(.resetBeforeHead), "transfer", nil, false),
  ])
  func aFailureComesWithTheNumbersOfItsExchange(
    _ reply: FixtureReply, _ code: String, _ status: Int?, _ isDecoded: Bool
  ) async throws {
    try await withFixtureServer(.answering(reply)) { server in
      let outcome = await ProductLoader.from(server).outcome(withID: "")
      #expect(outcome.result.code == code)
      #expect(outcome.metrics.attempts == 1)
      #expect(outcome.metrics.status == status)
      #expect((outcome.metrics.decoding != nil) == isDecoded)
      let exchange = try #require(outcome.metrics.exchange)
      #expect(exchange.connectionReused == false)
      #expect(exchange.remoteAddress == "127.0.0.1")
      #expect(exchange.total > .zero)
      #expect(outcome.metrics.total >= exchange.total)
      #expect(outcome.result.error?.failure?.exchange == exchange)
    }
  }

  @Test func aConnectionThatDoesNotComeHasNumbersToo() async throws {
    let port = try #require(try freePorts(1).first)
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    let loader = ProductLoader(transport: CurlTransport.ownWithoutProxy(), configuration: .patient)
    { _ in url }
    let outcome = await loader.outcome(withID: "1")
    #expect(outcome.result.code == "connect")
    #expect(outcome.metrics.attempts == 1)
    #expect(outcome.metrics.status == nil)
    let exchange = try #require(outcome.metrics.exchange)
    #expect(exchange.firstByte == nil)
    #expect(exchange.version == nil)
    #expect(exchange.total > .zero)
  }

  @Test func aLoadThatFailsBeforeItsFirstAttemptHasNoExchange() async throws {
    let loader = ProductLoader(transport: CurlTransport.ownWithoutProxy()) { _ in
      throw CancellationError()
    }
    let outcome = await loader.outcome(withID: "1")
    #expect(outcome.result.code == "invalidURL")
    #expect(outcome.metrics.attempts == 0)
    #expect(outcome.metrics.status == nil)
    #expect(outcome.metrics.exchange == nil)
    #expect(outcome.metrics.decoding == nil)
    #expect(outcome.metrics.total > .zero)
  }

  @Test func aTaskHasItsMetricsOnceTheResultIsSettled() async throws {
    let clock = VirtualClock()
    var script = FixtureScript()
    script.on("/1", FixtureReply.product("1", named: "Lamp").with(.delay(.seconds(1))))
    let server = try await FixtureServer.start(script, clock: clock)
    let results = Results<Product>()
    let task = ProductLoader.from(server).loadProduct(withID: "1", handler: results.handler)
    try await clock.waitForSleepers(count: 1)
    #expect(task.metrics == nil)
    clock.advance(by: .seconds(1))
    try await results.wait(count: 1)
    let metrics = try #require(task.metrics)
    #expect(metrics.status == 200)
    #expect(metrics.attempts == 1)
    #expect(metrics.exchange?.version == .http1_1)
    #expect(metrics.decoding != nil)
    await server.stop()
  }

  @Test func aHandlerSeesTheMetricsOfItsTask() async throws {
    let url = try shopURL()
    let queue = DispatchQueue(label: "LoadMetricsTests")
    let loader = ProductLoader(transport: FixtureTransport(.shop), resultQueue: queue) { _ in url }
    let task = Observed<LoadTask?>(nil)
    let seen = Observed<LoadMetrics?>(nil)
    // On the queue, so that the handler comes after the task is known.
    await queue.run {
      let started = loader.loadProduct(withID: "1") { _ in
        let metrics = task.value?.metrics
        seen.update { $0 = metrics }
      }
      task.update { $0 = started }
    }
    try await seen.wait { $0 != nil }
    #expect(seen.value?.status == 200)
  }

  @Test(.needsNginx, .needs("openssl"))
  func overTLSTheHandshakeIsCounted() async throws {
    let shop = try await SecureShop()
    let url = shop.nginx.url("1.json", on: .secure)
    let transport = CurlTransport(configuration: shop.configuration)
    let outcome = await ProductLoader(transport: transport) { _ in url }.outcome(withID: "1")
    let exchange = try #require(outcome.metrics.exchange)
    let tls = try #require(exchange.tls)
    let connect = try #require(exchange.connect)
    let firstByte = try #require(exchange.firstByte)
    #expect(outcome.result.code == "ok")
    #expect(tls >= connect)
    #expect(firstByte >= tls)
    #expect(exchange.version == (CurlLibrary.current.has("HTTP2") ? .http2 : .http1_1))
    await shop.nginx.stop()
  }
}
