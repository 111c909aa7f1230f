import Foundation
import ProductClientTesting
import Testing

/// That the server carries what the tests of the library put on it, and leaves nothing behind.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct FixtureServerLoadTests {
  @Test func aThousandConnectionsAreServedAtOnce() async throws {
    var script = FixtureScript()
    script.on("/x", .json("X"))
    try await withServer(script) { server, client in
      let bodies = await client.run { _ in
        let connections = (0..<1000).map { _ in RawConnection(port: client.port) }
        for connection in connections { connection.send(get("/x")) }
        return connections.map { connection in
          defer { connection.close() }
          return connection.read(until: "\r\n\r\nX")
        }
      }
      #expect(bodies == Array(repeating: true, count: 1000))
      #expect(server.acceptedConnections == 1001)
      try await server.waitForOpenConnections(count: 0)
    }
  }

  @Test func stopClosesAThousandConnections() async throws {
    let server = try await FixtureServer.start(FixtureScript())
    let port = server.port
    async let ends = RawClient(port: port).run { _ in
      let connections = (0..<1000).map { _ in RawConnection(port: port) }
      return connections.map { connection in
        defer { connection.close() }
        return connection.readToEnd().end
      }
    }
    try await server.waitForAcceptedConnections(count: 1001)
    await server.stop()
    #expect(await ends == Array(repeating: .finished, count: 1000))
    #expect(server.openConnections == 0)
  }

  @Test func tenThousandRequestsAreCountedAndTheFirstThousandKept() async throws {
    var script = FixtureScript()
    script.on("/x", FixtureReply(body: Array(repeating: 0x61, count: 500)))
    try await withServer(script) { server, client in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10 {
          group.addTask {
            await client.run { connection in
              for _ in 0..<1000 {
                connection.send(get("/x"))
                _ = connection.read(until: "\r\n\r\n") && connection.skip(500)
              }
            }
          }
        }
      }
      #expect(server.requestCount == 10_000)
      #expect(server.requests.count == 1000)
      #expect(server.acceptedConnections == 10)
    }
  }

  /// Many short connections use the same descriptor numbers again and again: one that the pool
  /// did not sign off would never be woken.
  @Test func shortConnectionsDoNotDisturbEachOther() async throws {
    var script = FixtureScript()
    script.on("/x", .json("X"))
    script.on("/reset", FixtureReply.json("X").with(.reset(afterBodyBytes: 0)))
    try await withServer(script) { server, client in
      let failures = await withTaskGroup(of: Int.self) { group in
        for worker in 0..<8 {
          group.addTask {
            await client.run { _ in
              (0..<200).count { turn in
                let connection = RawConnection(port: client.port)
                defer { connection.close() }
                if turn % 3 == worker % 3 {
                  connection.send(get("/reset"))
                  return connection.readToEnd().end != .reset
                }
                connection.send(get("/x", "Connection: close"))
                return connection.readToEnd().body != "X"
              }
            }
          }
        }
        return await group.reduce(0, +)
      }
      #expect(failures == 0)
      #expect(server.requestCount == 1600)
    }
  }

  @Test func clientsThatVanishAtAnyMomentLeaveNothingBehind() async throws {
    var script = FixtureScript()
    script.on("/big", FixtureReply(body: Array(repeating: 0x61, count: 4 << 20)))
    script.on("/slow", FixtureReply.json("123").with(.drip(bytes: 1, every: .milliseconds(1))))
    try await withServer(script) { server, client in
      for turn in 0..<60 {
        await client.run { connection in
          switch turn % 4 {
          case 0: break
          case 1: connection.send("GET /big HT")
          case 2: connection.send(get("/big") + get("/big"))
          default: connection.send(get("/slow"))
          }
        }
      }
      try await server.waitForAcceptedConnections(count: 60)
      try await server.waitForOpenConnections(count: 0)
    }
  }
}
