import Foundation
import TestSupport
import Testing

/// Where ids come from, and what `get` says about what it cannot use.
@Suite(.timeLimit(.minutes(2)))
struct GetInputTests {
  private let fixtures = CommandLineProgram.fixtures

  @Test func aFileMayHoldBlankLinesCommentsAndCarriageReturns() async throws {
    let run = try await CommandLineProgram.run(
      "get", "bare", "--ids-file", "-", "--ordered", "--fixtures", fixtures,
      input: "# a list\r\n\r\nmug-plain\r\n   \n  1042  \nlamp-walnut")
    #expect(run.status == 0)
    let ids = try run.lines.map(ProductLine.decode).map(\.id)
    #expect(ids == ["bare", "mug-plain", "1042", "lamp-walnut"])
  }

  @Test func anEmptyFileIsNoFailure() async throws {
    let run = try await CommandLineProgram.run(
      "get", "--ids-file", "-", "--fixtures", fixtures, "--format", "json")
    #expect(run.status == 0)
    #expect(run.output == "[]\n")
    #expect(run.errors.contains("no ids"))
  }

  @Test func manyIdsAreLoadedOnceEach() async throws {
    try await withTemporaryFolder { folder in
      let ids = (1...3000).map { "p\($0)" }
      for id in ids { try folder.write(#"{"id":"\#(id)","name":"n"}"#, to: "\(id).json") }
      let run = try await CommandLineProgram.run(
        "get", "--ids-file", "-", "--fixtures", folder.url.path,
        input: ids.joined(separator: "\n"))
      #expect(run.status == 0)
      #expect(try Set(run.lines.map(ProductLine.decode).map(\.id)) == Set(ids))
      #expect(run.lines.count == ids.count)
    }
  }

  @Test(arguments: ["/nowhere/ids.txt", "/"])
  func aListThatCannotBeReadIsNamed(path: String) async throws {
    let run = try await CommandLineProgram.run("get", "--ids-file", path, "--fixtures", fixtures)
    #expect(run.status == 66)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("product-cli: cannot read \(path): "))
  }

  @Test func aListThatBreaksOffKeepsWhatWasLoaded() async throws {
    try await withTemporaryFolder { folder in
      var bytes = Array("bare\n".utf8) + [0xFF, 0xFE, 0x0A]
      bytes.insert(contentsOf: Array(repeating: 0x0A, count: 70_000), at: 5)
      try Data(bytes).write(to: folder("ids.txt"))
      let run = try await CommandLineProgram.run(
        "get", "--ids-file", folder("ids.txt").path, "--fixtures", fixtures)
      #expect(run.status == 66)
      #expect(run.errors.contains("line 70002 is not UTF-8"))
      #expect(run.lines.count == 1)
    }
  }

  @Test(arguments: ["/nowhere", "/etc/passwd"])
  func fixturesThatCannotBeReadAreNamed(path: String) async throws {
    let run = try await CommandLineProgram.run("get", "1", "--fixtures", path)
    #expect(run.status == 66)
    #expect(run.errors.contains(path))
  }

  @Test func certificatesThatCannotBeReadAreNamed() async throws {
    let run = try await CommandLineProgram.run(
      "get", "1", "--url-template", "https://localhost/{id}", "--cacert", "/nowhere.pem")
    #expect(run.status == 66)
    #expect(run.errors.contains("/nowhere.pem"))
  }

  @Test(arguments: [
    ("/tmp", "Is a directory"),
    ("/etc/passwd", "there is no certificate in it"),
  ])
  func whatHoldsNoCertificateIsNamedOnce(path: String, reason: String) async throws {
    let run = try await CommandLineProgram.run(
      "get", "1", "2", "--url-template", "https://localhost/{id}", "--cacert", path)
    #expect(run.status == 66)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasSuffix("cannot read \(path): \(reason)\n"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ["get"],
    ["get", "1"],
    ["get", "--fixtures", "/tmp"],
    ["get", "1", "--fixtures", "/tmp", "--url-template", "http://localhost/{id}"],
    ["get", "1", "--fixtures", "/tmp", "--proxy", "http://localhost:1"],
    ["get", "1", "--url-template", "http://localhost/{id}", "--proxy", ""],
    ["get", "1", "--url-template", "http://localhost/{id}", "--proxy", " "],
    ["get", "1", "--url-template", "http://localhost/{id}", "--proxy", "http://:80"],
    ["get", "1", "--url-template", "http://localhost/id"],
    ["get", "1", "--url-template", "ftp://localhost/{id}"],
    ["get", "1", "--url-template", "https://{id}.localhost/"],
    ["get", "1", "--fixtures", "/tmp", "--concurrency", "0"],
    ["get", "1", "--fixtures", "/tmp", "--timeout", "0"],
    ["get", "1", "--fixtures", "/tmp", "--timeout", "soon"],
    ["get", "1", "--fixtures", "/tmp", "--header", "no colon"],
    ["get", "1", "--fixtures", "/tmp", "--header", "X: a\r\nY: b"],
    ["get", "1", "--fixtures", "/tmp", "--format", "xml"],
    ["get", "1", "--fixtures", "/tmp", "--colour"],
    ["serve"],
    ["serve", "/tmp", "--port", "70000"],
    ["fetch"],
  ])
  func wrongUsageIsTold(arguments: [String]) async throws {
    let run = try await CommandLineProgram.run(arguments)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("Error: "))
  }

  @Test func theTemplateMayComeFromTheEnvironment() async throws {
    let variable = ["PRODUCT_CLI_URL_TEMPLATE": "http://127.0.0.1:1/{id}"]
    let run = try await CommandLineProgram.run("get", "a/b", environment: variable)
    #expect(run.status == 1)
    let failure = try FailureLine.decode(run.errors)
    #expect(failure.error.code == "connect")
    #expect(failure.error.message.contains("http://127.0.0.1:1/a%2Fb"))
  }
}
