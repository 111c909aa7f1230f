import Foundation
import ProductClient
import ProductClientTesting
import Testing

/// What a server says is what comes back: the sentences 1, 2, 3 and 8 of `Transport`'s contract.
@Suite(.timeLimit(.minutes(2)))
struct TransportConformanceTests {
  @Test(
    arguments: TransportUnderTest.keeping(), [200, 201, 204, 304, 400, 401, 404, 410, 500, 503])
  func anyStatusIsAResponse(_ transport: TransportUnderTest, _ status: Int) async throws {
    try await withFixtureServer(.answering(.status(status))) { server in
      let response = try await transport.make().perform(HTTPRequest(url: server.url("/")))
      #expect(response.status == status)
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func aRedirectIsAResponse(_ transport: TransportUnderTest) async throws {
    let reply = FixtureReply.status(302).with("Location", "/elsewhere")
    try await withFixtureServer(.answering(reply)) { server in
      let response = try await transport.make().perform(HTTPRequest(url: server.url("/")))
      #expect(response.status == 302)
      #expect(response.fields["location"] == "/elsewhere")
      #expect(server.requestCount == 1)
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func aFieldIsFoundWithoutCase(_ transport: TransportUnderTest) async throws {
    try await withFixtureServer(.answering(.json("{}").with("X-Shop", "seven  seas"))) { server in
      let response = try await transport.make().perform(HTTPRequest(url: server.url("/")))
      #expect(response.fields["x-shop"] == "seven  seas")
      #expect(response.fields["X-SHOP"] == "seven  seas")
      #expect(response.fields["x-sho"] == nil)
    }
  }

  @Test(arguments: TransportUnderTest.keeping(.repeatedFieldsInOrder))
  func repeatedFieldsStayInOrder(_ transport: TransportUnderTest) async throws {
    let reply = FixtureReply.json("{}").with("Via", "a").with("X", "1").with("Via", "b")
    try await withFixtureServer(.answering(reply)) { server in
      let response = try await transport.make().perform(HTTPRequest(url: server.url("/")))
      #expect(response.fields.values(of: "via") == ["a", "b"])
      #expect(response.fields["via"] == "a, b")
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func aFoldedFieldIsOneLine(_ transport: TransportUnderTest) async throws {
    let head = "HTTP/1.1 200 OK\r\nX-Long: one\r\n two\r\n\tthree\r\nContent-Length: 2\r\n\r\n{}"
    try await withFixtureServer(.answering(.raw(Array(head.utf8)))) { server in
      let response = try await transport.make().perform(HTTPRequest(url: server.url("/")))
      #expect(response.fields["x-long"] == "one two three")
      #expect(response.body == Array("{}".utf8))
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func interimResponsesArePassedOver(_ transport: TransportUnderTest) async throws {
    var reply = FixtureReply.json("{}")
    reply.interim = [InterimReply(status: 103, fields: [])]
    try await withFixtureServer(.answering(reply)) { server in
      let response = try await transport.make().perform(HTTPRequest(url: server.url("/")))
      #expect(response.status == 200)
      #expect(response.body == Array("{}".utf8))
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func theRequestsFieldsAreSent(_ transport: TransportUnderTest) async throws {
    try await withFixtureServer(.answering(.json("{}"))) { server in
      let field = try #require(HTTPField(name: "X-Shop", value: "seven"))
      _ = try await transport.make().perform(
        HTTPRequest(url: server.url("/?a=1&b=%20"), fields: [field]))
      let request = try #require(server.requests.first)
      #expect(request.method == "GET")
      #expect(request.target == "/?a=1&b=%20")
      #expect(request.fields["X-Shop"] == "seven")
      #expect(request.fields["Host"] == "127.0.0.1:\(server.port)")
      #expect(request.fields["Accept-Encoding"]?.contains("gzip") == true)
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func aFieldWithoutAValueIsSent(_ transport: TransportUnderTest) async throws {
    try await withFixtureServer(.answering(.json("{}"))) { server in
      let field = try #require(HTTPField(name: "X-Empty", value: ""))
      _ = try await transport.make().perform(HTTPRequest(url: server.url("/"), fields: [field]))
      #expect(server.requests.first?.fields["X-Empty"] == "")
    }
  }

  @Test(arguments: TransportUnderTest.keeping())
  func aThousandAtOnceAllEnd(_ transport: TransportUnderTest) async throws {
    var script = FixtureScript()
    script.otherwise { .json(#"{"target": "\#($0.target)"}"#) }
    try await withFixtureServer(script) { server in
      let subject = transport.make()
      let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<1000 {
          group.addTask {
            let response = try await subject.perform(HTTPRequest(url: server.url("/\(number)")))
            return response.body != Array(#"{"target": "/\#(number)"}"#.utf8)
          }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(wrong == 0)
      #expect(server.requestCount == 1000)
    }
  }
}
