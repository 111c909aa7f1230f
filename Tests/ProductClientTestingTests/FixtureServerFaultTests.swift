import ProductClientTesting
import Testing

/// Each fault, as a client sees it on its socket.
@Suite(.timeLimit(.minutes(1)))
struct FixtureServerFaultTests {
  private static let reply = FixtureReply(body: Array("0123456789".utf8))

  private func answer(
    to reply: FixtureReply,
    byteLimit: Int = .max
  ) async throws -> RawAnswer {
    var script = FixtureScript()
    script.on("/x", reply)
    return try await withServer(script) { _, client in
      await client.exchange(get("/x", "Connection: close"), byteLimit: byteLimit)
    }
  }

  @Test func aReplyWithoutFaultIsWhole() async throws {
    let answer = try await answer(to: Self.reply)
    #expect(answer.text.hasPrefix("HTTP/1.1 200 \r\nContent-Length: 10\r\n"))
    #expect(answer.body == "0123456789")
    #expect(answer.end == .finished)
  }

  @Test(arguments: [0, 4])
  func cutFinishesTheConnectionEarly(count: Int) async throws {
    let answer = try await answer(to: Self.reply.with(.cut(afterBodyBytes: count)))
    #expect(answer.text.contains("Content-Length: 10"))
    #expect(answer.body == String("0123456789".prefix(count)))
    #expect(answer.end == .finished)
  }

  @Test func cutInsideOfAChunkSendsPartOfTheChunk() async throws {
    let reply = Self.reply.with(.chunked(size: 4))
    let answer = try await answer(to: reply.with(.cut(afterBodyBytes: 6)))
    #expect(answer.body == "4\r\n0123\r\n4\r\n45")
    let whole = try await self.answer(to: reply)
    #expect(whole.text.hasSuffix("4\r\n0123\r\n4\r\n4567\r\n2\r\n89\r\n0\r\n\r\n"))
  }

  @Test func cutHeadFinishesInsideTheHead() async throws {
    let answer = try await answer(to: Self.reply.with(.cutHead(afterBytes: 10)))
    #expect(answer == RawAnswer(text: "HTTP/1.1 2", end: .finished))
  }

  @Test func resetEndsWithAResetAfterThatMuch() async throws {
    let answer = try await answer(to: Self.reply.with(.reset(afterBodyBytes: 3)))
    #expect(answer.body == "012")
    #expect(answer.end == .reset)
  }

  @Test func resetBeforeHeadSaysNothing() async throws {
    let answer = try await answer(to: Self.reply.with(.resetBeforeHead))
    #expect(answer == RawAnswer(text: "", end: .reset))
  }

  @Test func aMalformedHeadIsSentAsItIs() async throws {
    let answer = try await answer(to: Self.reply.with(.malformedHead(Array("HTP/9 x\n\n".utf8))))
    #expect(answer == RawAnswer(text: "HTP/9 x\n\n", end: .finished))
  }

  @Test func aRawReplyIsSentAsItIs() async throws {
    let answer = try await answer(to: .raw(Array("HTTP/1.1 200 OK\r\n\r\nrest".utf8)))
    #expect(answer == RawAnswer(text: "HTTP/1.1 200 OK\r\n\r\nrest", end: .finished))
  }

  @Test func aBodyUntilCloseHasNoLength() async throws {
    let answer = try await answer(to: Self.reply.with(.untilClose))
    #expect(answer.text == "HTTP/1.1 200 \r\nConnection: close\r\n\r\n0123456789")
    #expect(answer.end == .finished)
  }

  @Test func dripSendsTheWholeBodyInPieces() async throws {
    let answer = try await answer(to: Self.reply.with(.drip(bytes: 3, every: .milliseconds(1))))
    #expect(answer.body == "0123456789")
  }

  @Test func interimRepliesComeBeforeTheReply() async throws {
    var reply = Self.reply
    reply.interim = [InterimReply(status: 103), InterimReply(status: 100)]
    let answer = try await answer(to: reply)
    #expect(answer.text.hasPrefix("HTTP/1.1 103 \r\n\r\nHTTP/1.1 100 \r\n\r\nHTTP/1.1 200 \r\n"))
  }

  @Test(arguments: [Fault.silence, .stall(afterBodyBytes: 3), .delay(.seconds(3600))])
  func stopEndsAConnectionThatHangs(fault: Fault) async throws {
    var script = FixtureScript()
    script.on("/x", Self.reply.with(fault))
    let server = try await FixtureServer.start(script)
    async let answer = RawClient(port: server.port).exchange(get("/x"))
    try await server.waitForRequests(count: 1)
    await server.stop()
    #expect(await answer.end == .finished)
    #expect(server.openConnections == 0)
  }

  @Test(arguments: [Fault.silence, .stall(afterBodyBytes: 3), .delay(.seconds(3600))])
  func aClientThatLeavesEndsAConnectionThatHangs(fault: Fault) async throws {
    var script = FixtureScript()
    script.on("/x", Self.reply.with(fault))
    try await withServer(script) { server, client in
      await client.run { $0.send(get("/x")) }
      try await server.waitForRequests(count: 1)
      try await server.waitForOpenConnections(count: 0)
    }
  }

  @Test func aDelayWaitsOnTheClock() async throws {
    let clock = VirtualClock()
    var script = FixtureScript()
    script.on("/x", Self.reply.with(.delay(.seconds(3600))))
    let server = try await FixtureServer.start(script, clock: clock)
    async let answer = RawClient(port: server.port).exchange(get("/x", "Connection: close"))
    try await clock.waitForSleepers(count: 1)
    clock.advance(by: .seconds(3600))
    #expect(await answer.body == "0123456789")
    await server.stop()
  }

  @Test func connectionsAreResetOnAcceptAsTheScriptSays() async throws {
    var script = FixtureScript()
    script.on("/x", Self.reply)
    script.acceptances = [.reset, .serve]
    try await withServer(script) { server, client in
      let request = get("/x", "Connection: close")
      #expect(await client.run { $0.readToEnd() } == RawAnswer(text: "", end: .reset))
      #expect(await client.exchange(request).body == "0123456789")
      #expect(await client.exchange(request).body == "0123456789")
      #expect(server.requestCount == 2)
      #expect(server.acceptedConnections == 3)
    }
  }
}
