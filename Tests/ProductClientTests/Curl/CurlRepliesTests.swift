import Foundation
import ProductClient
import ProductClientTesting
import TestSupport
import Testing

/// Real server replies from curl's own tests, understood as curl 7.88 does.
@Suite(.timeLimit(.minutes(1)))
struct CurlRepliesTests {
  @Test(.needsCases) func everyReplyThatAGetCanMeetIsUnderstoodAsCurlDoes() async throws {
    let cases = try RecordedReply.all()
    #expect(cases.count == 77)
    let transport = CurlTransport(configuration: CurlConfiguration(proxy: .none))
    let bodies = try TemporaryFolder()
    for recorded in cases {
      let response = try await recorded.response(through: transport)
      #expect(response.status == recorded.status, "case \(recorded.number): \(recorded.name)")
      try Data(response.body).write(to: bodies("\(recorded.number)"))
    }
    let sums = try await Program("sha256sum").succeed(cases.map { bodies("\($0.number)").path })
    let actual = sums.split(separator: "\n").map { String($0.prefix(64)) }
    for (recorded, sum) in zip(cases, actual) {
      #expect(sum == recorded.bodySHA256, "case \(recorded.number): \(recorded.name)")
    }
  }

  /// curl takes a length that fits no integer for none. Under a limit, that length is past it.
  @Test func aLengthBeyondAllMeasureIsTooLarge() async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 36893488147419103232\r\n\r\n-foo-\n"
    try await withFixtureServer(.answering(.raw(Array(answer.utf8)))) { server in
      let transport = CurlTransport(configuration: CurlConfiguration(proxy: .none))
      let error = await transport.error(of: HTTPRequest(url: server.url("/")))
      #expect(error?.code == "tooLarge")
    }
  }
}

/// One of the cases in `http/replies.json`.
private struct RecordedReply: Decodable {
  let number: Int
  let name: String
  let options: [String]
  let replies: [String: Data]
  let verified: Verified

  struct Verified: Decodable {
    let exit: Int
    let body_sha256: String
    let status: [String]
  }

  enum CodingKeys: String, CodingKey {
    case name, options, replies
    case number = "num"
    case verified = "verified_curl_7_88"
  }

  var status: Int? { verified.status.last.flatMap { Int($0) } }
  var bodySHA256: String { verified.body_sha256 }

  /// Those that a plain GET of ours can meet: no range, no HEAD, no header of curl's own command
  /// line. Following redirects is done here, reply by reply.
  ///
  /// Where the record says 404, its own server did not find the reply (all of them say 200), so
  /// there is nothing to compare with. 395 has a test of its own.
  static func all() throws -> [RecordedReply] {
    let plain: Set<String> = ["-L", "-s", "--compressed"]
    return try JSONDecoder()
      .decode([RecordedReply].self, from: try Cases.contents(of: "http/replies.json"))
      .filter { $0.verified.exit == 0 && Set($0.options).isSubset(of: plain) }
      .filter { $0.status != 404 && $0.number != 395 }
  }

  /// The last response, with the earlier ones asked for before it, as curl had done.
  func response(through transport: CurlTransport) async throws -> HTTPResponse {
    let steps = replies.sorted { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }.map(\.value)
    var script = FixtureScript()
    for (index, bytes) in steps.enumerated() { script.on("/\(index)", .raw(Array(bytes))) }
    return try await withFixtureServer(script) { server in
      var last: HTTPResponse?
      for index in steps.indices {
        last = try await transport.perform(HTTPRequest(url: server.url("/\(index)")))
      }
      return try #require(last)
    }
  }
}
