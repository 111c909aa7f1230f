import Foundation
import ProductClientTesting
import Testing

/// What a server does when nothing goes wrong.
@Suite(.timeLimit(.minutes(1)))
struct FixtureServerTests {
  private static let close = "Connection: close"

  @Test func oneConnectionServesManyRequests() async throws {
    var script = FixtureScript()
    script.on("/x", .json("1"), .json("2"))
    try await withServer(script) { server, client in
      let heard = await client.run { connection in
        (1...3).map { _ in
          connection.send(get("/x"))
          return connection.read(until: "\r\n\r\n") ? connection.readToEnd(byteLimit: 1).text : ""
        }
      }
      #expect(heard == ["1", "2", "2"])
      #expect(server.requestCount == 3)
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    var script = FixtureScript()
    script.on("/a", .json("A"))
    script.on("/b", .json("B").with(.delay(.milliseconds(1))))
    try await withServer(script) { server, client in
      let requests = get("/a") + get("/b") + get("/a", Self.close)
      let answer = await client.exchange(requests)
      let bodies = answer.text.components(separatedBy: "\r\n\r\n").dropFirst().map { $0.first }
      #expect(bodies == ["A", "B", "A"])
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func aRequestMayComeInPieces() async throws {
    var script = FixtureScript()
    script.on("/x", .json("X"))
    try await withServer(script) { _, client in
      let answer = await client.run { connection in
        for character in get("/x", Self.close) { connection.send(String(character)) }
        return connection.readToEnd()
      }
      #expect(answer.body == "X")
    }
  }

  @Test func requestsAreRecordedInOrder() async throws {
    let server = try await FixtureServer.start(FixtureScript(), recordedRequests: 2)
    let client = RawClient(port: server.port)
    _ = await client.exchange(get("/a?q=1", "X-Trace: 7", Self.close))
    _ = await client.exchange("POST /b HTTP/1.1\r\nContent-Length: 2\r\n\(Self.close)\r\n\r\nhi")
    _ = await client.exchange(get("/c", Self.close))
    #expect(server.requests.map(\.method) == ["GET", "POST"])
    #expect(server.requests.map(\.target) == ["/a?q=1", "/b"])
    #expect(server.requests.map(\.path) == ["/a", "/b"])
    #expect(server.requests.map(\.number) == [1, 2])
    #expect(server.requests.first?.fields["x-trace"] == "7")
    #expect(server.requestCount == 3)
    await server.stop()
  }

  @Test func headIsAnsweredWithoutABody() async throws {
    var script = FixtureScript()
    script.on("/x", .json("12345"))
    try await withServer(script) { _, client in
      let answer = await client.exchange("HEAD /x HTTP/1.1\r\n\(Self.close)\r\n\r\n")
      #expect(answer.text.contains("Content-Length: 5\r\n"))
      #expect(answer.body.isEmpty)
    }
  }

  @Test func aComputedReplyKnowsHowOftenItWasAsked() async throws {
    var script = FixtureScript()
    script.on("/x") { $0.visit.isMultiple(of: 3) ? .status(500) : .json("\($0.visit)") }
    script.otherwise { .json($0.path) }
    try await withServer(script) { _, client in
      var statuses: [String] = []
      for _ in 1...4 {
        statuses.append(await client.exchange(get("/x", Self.close)).statusLine)
      }
      #expect(statuses == [200, 200, 500, 200].map { "HTTP/1.1 \($0) " })
      #expect(await client.exchange(get("/y", Self.close)).body == "/y")
    }
  }

  @Test(
    arguments: [
      ("nonsense\r\n\r\n", 400),
      ("GET / HTTP/2\r\n\r\n", 505),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    ])
  func whatIsNotTakenIsRefused(request: String, status: Int) async throws {
    try await withServer(FixtureScript()) { _, client in
      let answer = await client.exchange(request)
      #expect(answer.statusLine == "HTTP/1.1 \(status) ")
      #expect(answer.end == .finished)
    }
  }

  @Test func aHeadOfMoreThan64KiBIsRefused() async throws {
    try await withServer(FixtureScript()) { _, client in
      let fields = "X: " + String(repeating: "x", count: 70_000)
      #expect(await client.exchange(get("/", fields)).statusLine == "HTTP/1.1 431 ")
      let allowed = "X: " + String(repeating: "x", count: 60_000)
      let answer = await client.exchange(get("/", allowed, Self.close))
      #expect(answer.statusLine == "HTTP/1.1 404 ")
    }
  }

  @Test func waitsReturnAtOnceWhenTheyAreMetAndThrowOnceTheServerStopped() async throws {
    let server = try await FixtureServer.start(FixtureScript())
    try await server.waitForRequests(count: 0)
    try await server.waitForOpenConnections(count: 0)
    let never = Task { try await server.waitForRequests(count: 1) }
    await server.stop()
    await #expect(throws: CancellationError.self) { try await never.value }
    await #expect(throws: CancellationError.self) {
      try await server.waitForAcceptedConnections(count: 1)
    }
    await server.stop()
  }

  @Test func aStoppedServerRefusesConnectionsAndItsPortIsFree() async throws {
    let server = try await FixtureServer.start(FixtureScript())
    await server.stop()
    #expect(await RawClient(port: server.port).run { $0.isConnected } == false)
    let next = try await FixtureServer.start(FixtureScript(), port: server.port)
    #expect(next.port == server.port)
    await #expect(throws: (any Error).self) {
      try await FixtureServer.start(FixtureScript(), port: next.port)
    }
    await next.stop()
  }

  @Test func aServerThatIsLetGoOfEndsItsConnections() async throws {
    var script = FixtureScript()
    script.on("/x", FixtureReply.json("1").with(.silence))
    var server: FixtureServer? = try await FixtureServer.start(script)
    let client = RawClient(port: try #require(server).port)
    async let answer = client.exchange(get("/x"))
    try await server?.waitForRequests(count: 1)
    server = nil
    #expect(await answer.end == .finished)
  }

  @Test func urlsLeadToTheServer() async throws {
    try await withServer(FixtureScript()) { server, _ in
      #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)")
      #expect(server.url("/p/1.json?a=b").absoluteString == "\(server.url)/p/1.json?a=b")
    }
  }
}
