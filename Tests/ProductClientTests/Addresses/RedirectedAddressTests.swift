import Foundation
import ProductClient
import ProductClientTesting
import Testing

/// A server that may be asked cannot send a load to one that may not.
@Suite(.timeLimit(.minutes(1)))
struct RedirectedAddressTests {
  /// Where the redirects lead, in the forms that hide it best.
  static let targets = [
    "http://127.0.0.2:%d/a", "http://2130706434:%d/a", "http://0x7f.2:%d/a", "http://127.2:%d/a",
    "http://[::ffff:127.0.0.2]:%d/a", "//127.0.0.2:%d/a",
  ]

  @Test(arguments: targets)
  func aRedirectToAnAddressThatIsNotAllowedIsRefused(_ target: String) async throws {
    let forbidden = try await FixtureServer.start(.answering(.json("{}")))
    let location = target.replacing("%d", with: "\(forbidden.port)")
    var script = FixtureScript()
    script.on("/1", FixtureReply.status(302).with("Location", location))
    try await withFixtureServer(script) { server in
      var configuration = LoaderConfiguration.patient
      configuration.addressPolicy = .custom { $0.description == "127.0.0.1" }
      let loader = ProductLoader.from(server, configuration: configuration)
      let error = await loader.outcome(withID: "1").result.error
      #expect(error?.code == "blockedAddress", "\(String(describing: error))")
      #expect(server.requestCount == 1)
    }
    #expect(forbidden.acceptedConnections == 0)
    await forbidden.stop()
  }

  @Test(arguments: ["http://169.254.169.254/latest", "http://10.0.0.1/", "http://[fd00::1]/"])
  func thePolicyHoldsForEachHop(_ location: String) async throws {
    var script = FixtureScript()
    script.on("/1", FixtureReply.status(307).with("Location", location))
    script.otherwise(.product("1", named: "Secret"))
    let transport = FixtureTransport(script)
    var configuration = LoaderConfiguration.oneAttempt
    configuration.addressPolicy = .publicOnly
    let loader = ProductLoader(transport: transport, configuration: configuration) { id in
      try shopURL(id)
    }
    let error = await loader.outcome(withID: "1").result.error
    #expect(error?.code == "blockedAddress")
    #expect(transport.requestCount == 1)
  }
}
