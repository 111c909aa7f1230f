import Foundation
import ProductClient
import ProductClientTesting
import TestSupport
import Testing

/// A process may end at any moment, whatever the engine's thread is doing.
@Suite(.timeLimit(.minutes(2)))
struct ExitTests {
  /// `exit` takes the TLS library apart while other threads run. Several processes, since it takes
  /// an unlucky moment.
  @Test(.needsNginx, .needs("openssl"), arguments: 1...5)
  func aProcessMayExitInTheMiddleOfTLSTraffic(_ round: Int) async {
    await #expect(processExitsWith: .success) {
      let shop = try await SecureShop()
      let transport = CurlTransport(configuration: shop.configuration)
      let url = shop.nginx.url("1.json", on: .withoutKeepAlive)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<300 {
          group.addTask { _ = try await transport.perform(HTTPRequest(url: url)) }
        }
        for _ in 0..<60 { try await group.next() }
        // The other 240 are on the wire, or in line.
        exit(EXIT_SUCCESS)
      }
    }
  }

  @Test func aProcessMayExitWhileLoadsWaitForAnAnswer() async {
    await #expect(processExitsWith: .success) {
      let server = try await FixtureServer.start(.answering(.json("{}").with(.silence)))
      let configuration = LoaderConfiguration(
        traffic: Traffic(TrafficRules(maxInFlightPerOrigin: 256)), sharesLoads: false)
      let loader = ProductLoader(configuration: configuration) { _ in server.url("/") }
      for number in 0..<100 { loader.loadProduct(withID: Product.ID(number)) { _ in } }
      try await server.waitForRequests(count: 100)
      exit(EXIT_SUCCESS)
    }
  }

  /// libcurl and the TLS library are set up with the first transport, on the thread that makes it.
  @Test(arguments: 1...10)
  func aProcessMayExitAroundItsFirstLoad(_ round: Int) async {
    await #expect(processExitsWith: .success) {
      let loader = ProductLoader(configuration: LoaderConfiguration(sharesLoads: false)) { _ in
        URL(string: "http://127.0.0.1:9/") ?? URL(filePath: "/")
      }
      for number in 0..<UInt64.random(in: 0...20) {
        loader.loadProduct(withID: Product.ID(number)) { _ in }
      }
      exit(EXIT_SUCCESS)
    }
  }

  @Test func aProcessMayReturnFromMainRightAfterItsLoads() async {
    await #expect(processExitsWith: .success) {
      let server = try await FixtureServer.start(.answering(.json(#"{"id": 1, "name": "Lamp"}"#)))
      let loader = ProductLoader { _ in server.url("/") }
      _ = try await loader.product(withID: "1")
    }
  }
}
