import Foundation
import ProductClient
import ProductClientTesting
import Testing

/// Cancelling ends an exchange wherever it stands: the sentence 4 of `Transport`'s contract.
@Suite(.timeLimit(.minutes(2)))
struct CancellationConformanceTests {
  @Test(
    arguments: TransportUnderTest.keeping(),
    [Fault.silence, .stall(afterBodyBytes: 0), .stall(afterBodyBytes: 5)])
  func cancellingReleasesTheConnection(
    _ transport: TransportUnderTest, _ fault: Fault
  ) async throws {
    try await withFixtureServer(.answering(.json("[1, 2, 3]").with(fault))) { server in
      let subject = transport.make()
      let task = Task { await subject.error(of: HTTPRequest(url: server.url("/"))) }
      try await server.waitForRequests(count: 1)
      task.cancel()
      #expect(await task.value == .cancelled)
      try await server.waitForOpenConnections(count: 0)
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func cancellingEndsTheWaitForAConnection(_ transport: TransportUnderTest) async throws {
    let listener = try FullListener()
    let subject = transport.make()
    let task = Task { await subject.error(of: HTTPRequest(url: listener.url)) }
    // Nothing can be observed of a connection that does not come: cancel at some moment after
    // the task has begun, which is any moment of an exchange that never ends by itself.
    await Task.yield()
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test(arguments: TransportUnderTest.keeping())
  func aTaskThatIsCancelledAlreadyAsksNothing(_ transport: TransportUnderTest) async throws {
    try await withFixtureServer(.answering(.json("{}"))) { server in
      let subject = transport.make()
      let error = await withTaskGroup(of: LoadError?.self) { group in
        group.cancelAll()
        group.addTask { await subject.error(of: HTTPRequest(url: server.url("/"))) }
        return await group.next() ?? nil
      }
      #expect(error == .cancelled)
      // An exchange after it is the first that the server sees.
      _ = try await subject.perform(HTTPRequest(url: server.url("/after")))
      #expect(server.requests.map(\.target) == ["/after"])
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func cancellingOneLeavesTheOthers(_ transport: TransportUnderTest) async throws {
    var script = FixtureScript()
    script.on("/stalls", .json("{}").with(.silence))
    script.on("/works", .json("{}").with(.delay(.milliseconds(50))))
    try await withFixtureServer(script) { server in
      let subject = transport.make()
      let stalls = Task { await subject.error(of: HTTPRequest(url: server.url("/stalls"))) }
      let works = Task { await subject.error(of: HTTPRequest(url: server.url("/works"))) }
      try await server.waitForRequests(count: 2)
      stalls.cancel()
      #expect(await stalls.value == .cancelled)
      #expect(await works.value == nil)
    }
  }
}
