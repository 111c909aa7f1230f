import Foundation
import ProductClientTesting
import TestSupport
import Testing

@testable import product_cli

/// What `--dry-run` and `--write-curl` show, and that nothing is sent.
@Suite(.timeLimit(.minutes(2)))
struct PreviewTests {
  @Test func aDryRunShowsWhatWouldBeSentWithoutSecrets() async throws {
    let server = try await FixtureServer.start(FixtureScript())
    let url = server.url.absoluteString
    let run = try await CommandLineProgram.run(
      "get", "a b", "c", "--url-template", "\(url)/{id}?x=1", "--dry-run",
      "--header", "X-Api-Key: s3cret", "--header", "X-Plain: p", "--bearer-token-env", "TOKEN",
      environment: ["TOKEN": "t0ken"])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let fields = """
      X-Api-Key: …
      X-Plain: …
      Accept: application/json
      User-Agent: ProductClient
      Authorization: …
      """
    #expect(run.output == "GET \(url)/a%20b?x=1\n\(fields)\n\nGET \(url)/c?x=1\n\(fields)\n\n")
    #expect(server.requestCount == 0)
    await server.stop()
  }

  @Test(.needs("curl")) func theCommandLoadsTheSame() async throws {
    var script = FixtureScript()
    script.otherwise { request in
      let token = request.fields["Authorization"] ?? ""
      return .json(#"{"path":"\#(request.path)","token":"\#(token)"}"#)
    }
    let server = try await FixtureServer.start(script)
    let shown = try await CommandLineProgram.runScript(
      #"commands=$("$@") && echo "$commands" && bash <<< "$commands""#,
      "get", "it's", "--url-template", "\(server.url.absoluteString)/{id}", "--write-curl",
      "--bearer-token-env", "TOKEN", "--http1.1",
      environment: ["TOKEN": "t0ken"])
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(!shown.lines[0].contains("t0ken"))
    #expect(shown.lines[0].hasPrefix("curl --fail --compressed --http1.1 --max-time 30"))
    #expect(shown.lines.last == #"{"path":"/it%27s","token":"Bearer t0ken"}"#)
    await server.stop()
  }

  @Test(arguments: [
    ("plain-1.2_x", "plain-1.2_x"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("", "''"),
    ("$(rm -rf /)", "'$(rm -rf /)'"), ("~root", "'~root'"), ("a\u{1B}b", #"'a\u{1b}b'"#),
  ])
  func aWordIsOneWordForAShell(_ word: String, _ quoted: String) {
    #expect(CurlCommand.quoted(word) == quoted)
  }

  @Test(arguments: [["--dry-run", "--write-curl"], ["--dry-run", "--output", "x"]])
  func whatDoesNotGoTogetherIsRefused(_ options: [String]) async throws {
    let run = try await CommandLineProgram.run(
      ["get", "a", "--fixtures", CommandLineProgram.fixtures] + options)
    #expect(run.status == 64)
  }

  @Test func anIdThatMakesNoURLIsAFailureAsEver() async throws {
    let run = try await CommandLineProgram.run(
      "get", "..", "b", "--url-template", "http://127.0.0.1:9/{id}/x", "--dry-run")
    #expect(run.status == 1)
    #expect(run.lines.first == "GET http://127.0.0.1:9/b/x")
    #expect(run.errorLines.count == 1)
  }
}
