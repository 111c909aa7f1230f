import Foundation
import ProductClientTesting
import Testing

/// That a process may start as many servers as it likes.
@Suite(.timeLimit(.minutes(1)))
struct DescriptorLeakTests {
  /// In a process of its own: descriptors of other tests would be counted.
  @Test func aStoppedServerLeavesNoDescriptorBehind() async {
    await #expect(processExitsWith: .success) {
      var script = FixtureScript()
      script.on("/x", .json("X"))
      script.on("/silence", FixtureReply.json("X").with(.silence))
      script.on("/reset", FixtureReply.json("X").with(.resetBeforeHead))
      var counts: [Int] = []
      for _ in 1...20 {
        try await withServer(script) { server, client in
          _ = await client.exchange(get("/x", "Connection: close"))
          _ = await client.exchange(get("/reset"))
          await client.run { $0.send(get("/silence")) }
          try await server.waitForRequests(count: 3)
        }
        counts.append(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count)
      }
      // The process may open and close something of its own; a leak would only ever grow.
      let (early, late) = (counts.prefix(10).min(), counts.suffix(10).min())
      precondition(early == late, "\(counts)")
    }
  }
}
