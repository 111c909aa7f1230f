import Foundation
import ProductClientTesting
import Testing

/// Nothing that a server or a list of ids says steers the terminal it is shown on.
@Suite(.timeLimit(.minutes(2)))
struct HostileServerTests {
  /// Escape, bell, a control character of Latin-1, and a mark that turns text around.
  private static let evil = "\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}\u{85}"
  private static let evilJSON = #"\u001b]0;owned\u0007\u009b31m\u202e\u0085"#

  @Test(arguments: ["table", "ndjson", "json"])
  func namesAreEscaped(format: String) async throws {
    try await run(format: format, ids: ["name"]) { run in
      #expect(run.status == 0)
      #expect(run.output.contains("owned"))
    }
  }

  @Test(arguments: ["table", "ndjson", "json"])
  func errorTextsAreEscaped(format: String) async throws {
    try await run(format: format, ids: ["status", "undecodable"]) { run in
      #expect(run.status == 1)
      #expect(run.errorLines.count == 2)
    }
  }

  @Test(arguments: ["table", "ndjson"])
  func idsAreEscaped(format: String) async throws {
    try await run(format: format, ids: ["no\(Self.evil)such"]) { run in
      #expect(run.status == 1)
      #expect(run.errorLines.count == 1)
    }
  }

  @Test func verboseLinesAreEscaped() async throws {
    // Without retries, of which the library's log would tell, too.
    let options = ["--verbose", "--retries", "0"]
    try await run(format: "ndjson", ids: ["name", "status", "no\(Self.evil)"], options) {
      // No line is another's work.
      let starts = ["debug ", "{\"id\":", "name: ", "status: ", "no"]
      // For each id two of the log and one of numbers, for two of them an error.
      #expect($0.errorLines.count == 11, "\($0.errors)")
      for line in $0.errorLines { #expect(starts.contains { line.hasPrefix($0) }, "\(line)") }
    }
  }

  @Test func argumentsInMessagesAreEscaped() async throws {
    let runs = [
      ["get", "1", "--url-template", "ftp://x/\(Self.evil)/{id}"],
      ["get", "1", "--fixtures", "/nowhere/\(Self.evil)"],
      ["get", "1", "--fixtures", "/tmp", "--ids-file", "/nowhere/\(Self.evil)"],
    ]
    for arguments in runs {
      let run = try await CommandLineProgram.run(arguments)
      #expect(run.status == 64 || run.status == 66)
      expectHarmless(run.errors)
    }
  }

  private func run(
    format: String,
    ids: [String],
    _ options: [String] = [],
    check: (CommandLineProgram.Finished) throws -> Void
  ) async throws {
    let server = try await FixtureServer.start(Self.script)
    let template = "\(server.url.absoluteString)/{id}"
    let arguments = ["get", "--url-template", template, "--format", format] + ids
    let run = try await CommandLineProgram.run(arguments + options)
    try check(run)
    expectHarmless(run.output)
    expectHarmless(run.errors)
    await server.stop()
  }

  private func expectHarmless(_ text: String) {
    let harmful = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(harmful.isEmpty, "\(text.debugDescription)")
  }

  private static var script: FixtureScript {
    var script = FixtureScript()
    let name = #"{"id":"name","name":"\#(evilJSON)","availability":"\#(evilJSON)"}"#
    script.on("/name", .json(name))
    script.on("/undecodable", .json(#"{"id":"x","name":["\#(evilJSON)","\#(evil)"]}"#))
    script.on("/status", .problem(503, title: evil))
    return script
  }
}
