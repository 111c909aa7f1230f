import Foundation
import ProductClient
import Subprocess
import Testing

/// `serve`: a folder as a product API.
@Suite(.timeLimit(.minutes(2)))
struct ServeTests {
  private let fixtures = CommandLineProgram.fixtures

  @Test(arguments: [(Signal.interrupt, 130), (.terminate, 0)] as [(Signal, Int32)])
  func itServesUntilItIsStopped(signal: Signal, status: Int32) async throws {
    let run = try await CommandLineProgram.follow("serve", fixtures) { line, send in
      let url = try #require(URL(string: line))
      let transport = CurlTransport(configuration: CurlConfiguration(proxy: .none))
      let loader = ProductLoader(transport: transport) { id in
        url.appendingPathComponent("products/\(id).json")
      }
      let product = try await loader.product(withID: "lamp-walnut")
      #expect(try product == FixtureProducts.product("lamp-walnut"))
      try send(signal)
    }
    #expect(run.status == status)
    #expect(run.output.hasPrefix("http://127.0.0.1:"))
    #expect(run.lines.count == 1)
    #expect(run.errors.isEmpty)
  }

  @Test func aFolderThatIsNotThereIsNamed() async throws {
    let run = try await CommandLineProgram.run("serve", "/nowhere")
    #expect(run.status == 66)
    #expect(run.errors == "product-cli: cannot read /nowhere: No such file or directory\n")
  }

  @Test func aTakenPortIsTold() async throws {
    let run = try await CommandLineProgram.follow("serve", fixtures) { line, send in
      let port = try #require(URL(string: line)?.port)
      let second = try await CommandLineProgram.run("serve", fixtures, "--port", "\(port)")
      #expect(second.status == 69)
      #expect(second.errors.contains("port \(port)"))
      #expect(second.output.isEmpty)
      try send(.terminate)
    }
    #expect(run.status == 0)
  }
}
