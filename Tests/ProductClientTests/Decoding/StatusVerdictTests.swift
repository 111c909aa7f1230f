import Foundation
import Testing

@testable import ProductClient

/// What a status means for a load.
@Suite(.timeLimit(.minutes(1)))
struct StatusVerdictTests {
  private func verdict(
    _ status: Int, type: String = "application/json", body: String = ""
  ) throws -> LoadError? {
    let request = HTTPRequest(url: try #require(URL(string: "http://shop.example/1?key=sesame")))
    let fields: HTTPFields = [try #require(HTTPField(name: "Content-Type", value: type))]
    let response = HTTPResponse(
      status: status, fields: fields, body: Array(body.utf8),
      metrics: ExchangeMetrics(total: .seconds(1)))
    return StatusVerdict.error(for: response, to: request)
  }

  @Test(arguments: [200, 201, 202, 203, 204, 205, 207, 208, 226, 299])
  func aStatusThatCarriesAProduct(_ status: Int) throws {
    #expect(try verdict(status) == nil)
  }

  @Test(arguments: [404, 410])
  func aStatusThatSaysThereIsNone(_ status: Int) throws {
    let error = try #require(try verdict(status))
    #expect(error.code == "notFound")
    #expect(error.failure?.reason == "the server answered \(status)")
  }

  @Test(arguments: [
    (206, "it sent a part, unasked"), (300, "Redirected"), (301, "Moved Permanently"),
    (302, "Found"), (304, "Not Modified"), (308, "Permanent Redirect"), (400, "Bad Request"),
    (401, "Unauthorized"), (403, "Forbidden"), (405, "Method Not Allowed"),
    (429, "Too Many Requests"), (499, "Client error"), (500, "Internal Server Error"),
    (503, "Service Unavailable"), (599, "Server error"), (100, "Unexpected status"),
    (0, "Unexpected status"), (700, "Unexpected status"),
  ])
  func anyOtherStatusIsAFailure(_ status: Int, _ reason: String) throws {
    let failure = LoadFailure(
      url: "http://shop.example/1?key=…", reason: reason,
      exchange: ExchangeMetrics(total: .seconds(1)))
    #expect(try verdict(status) == .status(status, nil, failure))
  }

  private static let problem = """
    {"type": "https://shop.example/problems/7", "title": "Out of order", "status": 503,
     "detail": "Back at noon", "instance": "/incidents/1", "extra": [1]}
    """

  @Test(arguments: [
    "application/problem+json", "application/problem+json; charset=utf-8",
    "Application/Problem+JSON",
  ])
  func problemDetailsAreTold(_ type: String) throws {
    let error = try #require(try verdict(503, type: type, body: Self.problem))
    guard case .status(503, let problem?, let failure) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(problem.type == "https://shop.example/problems/7")
    #expect(problem.title == "Out of order")
    #expect(problem.detail == "Back at noon")
    #expect(problem.instance == "/incidents/1")
    #expect(failure.reason == "Back at noon")
  }

  @Test(arguments: [
    ("application/json", problem), ("text/html", problem), ("application/problem+xml", problem),
    ("application/problem+json", "{"), ("application/problem+json", ""),
    ("application/problem+json", "[]"), ("application/problem+json", "\"text\""),
  ])
  func whatIsNoProblemDetailsDoesNotHideTheStatus(_ type: String, _ body: String) throws {
    let error = try #require(try verdict(503, type: type, body: body))
    guard case .status(503, nil, let failure) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(failure.reason == "Service Unavailable")
  }

  @Test(arguments: [
    (#"{"title": "Out of order"}"#, "Out of order"),
    (#"{"title": "Out of order", "detail": 7}"#, "Out of order"),
    (#"{"title": 7, "detail": "Back at noon"}"#, "Back at noon"),
    (#"{"title": null, "detail": null}"#, "Service Unavailable"),
    ("{}", "Service Unavailable"),
  ])
  func ofProblemDetailsWhatCanBeUsedIs(_ body: String, _ reason: String) throws {
    let error = try #require(
      try verdict(503, type: "application/problem+json", body: body))
    #expect(error.failure?.reason == reason)
  }

  @Test(arguments: [
    (
      #"{"detail": "\u001b[31mred\u0007 line\nline\u009b"}"#,
      #"\u001b[31mred\u0007 line\u000aline\u009b"#
    ),
    (#"{"detail": ""}"#, "Service Unavailable"),
    (#"{"detail": "", "title": "Out of order"}"#, "Out of order"),
  ])
  func aReasonIsOneLineThatATerminalMayShow(_ body: String, _ reason: String) throws {
    let error = try #require(
      try verdict(503, type: "application/problem+json", body: body))
    #expect(error.failure?.reason == reason)
  }

  @Test func aReasonIsNoLongerThanASentence() throws {
    let body = #"{"detail": "\#(String(repeating: "ä", count: 100_000))"}"#
    let error = try #require(
      try verdict(503, type: "application/problem+json", body: body))
    #expect(error.failure?.reason == String(repeating: "ä", count: 300) + "…")
    guard case .status(_, let problem, _) = error else { return }
    #expect(problem?.detail?.count == 100_000)
  }
}
