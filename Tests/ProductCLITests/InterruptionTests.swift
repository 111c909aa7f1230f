import Foundation
import ProductClientTesting
import TestSupport
import Testing

/// How a run ends that does not get to its end.
@Suite(.timeLimit(.minutes(2)))
struct InterruptionTests {
  @Test(arguments: ["ndjson", "json"])
  func anInterruptLeavesWholeLines(format: String) async throws {
    let server = try await FixtureServer.start(Self.script)
    // In an array the line of one product ends when the next is there.
    let last = format == "json" ? 1 : 2
    var seen = 0
    let run = try await CommandLineProgram.follow(
      "get",
      "a",
      "b",
      "silent",
      "--ids-file",
      "-",
      "--format",
      format,
      "--url-template",
      "\(server.url.absoluteString)/{id}"
    ) { line, send in
      if line.contains("product") { seen += 1 }
      if line.contains("product"), seen == last { try send(.interrupt) }
    }
    await server.stop()
    #expect(run.status == 130)
    #expect(run.errors == "product-cli: interrupted: 2 loaded, 0 failed, the rest left out\n")
    let lines =
      format == "json"
      ? try JSONDecoder().decode([ProductLine].self, from: Data(run.output.utf8))
      : try run.lines.map(ProductLine.decode)
    #expect(lines.map(\.id).sorted() == ["a", "b"])
  }

  @Test func aClosedTerminalLeavesAWholeArray() async throws {
    let server = try await FixtureServer.start(Self.script)
    let run = try await CommandLineProgram.follow(
      "get", "a", "b", "silent", "--format", "json", "--ordered", "--url-template",
      "\(server.url.absoluteString)/{id}"
    ) { line, send in
      if line.contains("product") { try send(.terminalClosed) }
    }
    await server.stop()
    #expect(run.status == 129)
    let lines = try JSONDecoder().decode([ProductLine].self, from: Data(run.output.utf8))
    #expect(lines.first?.id == "a")
  }

  @Test func nohupKeepsARunGoing() async throws {
    let server = try await FixtureServer.start(Self.script)
    let run = try await CommandLineProgram.runScript(
      #"trap "" HUP; "$@" & program=$!; sleep 0.5; kill -HUP "$program"; wait "$program""#,
      "get", "a", "silent", "--timeout", "1.5", "--url-template",
      "\(server.url.absoluteString)/{id}")
    await server.stop()
    #expect(run.status == 1)
    #expect(try FailureLine.decode(run.errors).error.code == "timedOut")
  }

  @Test func whatIsLeftOfALongListIsLeftOut() async throws {
    var script = Self.script
    script.otherwise(.json(#"{"id":"x","name":"X"}"#))
    let server = try await FixtureServer.start(script)
    try await withTemporaryFolder { folder in
      let ids = String(repeating: "x\n", count: 2_000_000)
      try folder.write(ids, to: "ids.txt")
      var seen = 0
      let run = try await CommandLineProgram.follow(
        "get",
        "--ids-file",
        folder("ids.txt").path,
        "--url-template",
        "\(server.url.absoluteString)/{id}"
      ) { _, send in
        seen += 1
        if seen == 100 { try send(.interrupt) }
      }
      #expect(run.status == 130)
      #expect(try run.lines.map(ProductLine.decode).count >= 100)
      #expect(run.lines.count < 100_000)
      #expect(run.errorLines.count == 1)
    }
    await server.stop()
  }

  @Test func aSecondInterruptEndsAtOnce() async throws {
    try await withTemporaryFolder { folder in
      // Nobody reads the pipe: the program waits to write, and cannot end in good order.
      let ids = (1...2000).map { "p\($0)" }
      let long = String(repeating: "x", count: 1000)
      for id in ids { try folder.write(#"{"id":"\#(id)","name":"\#(long)"}"#, to: "\(id).json") }
      try folder.write(ids.joined(separator: "\n"), to: "ids.txt")
      let run = try await CommandLineProgram.runScript(
        """
        mkfifo "$FOLDER/pipe"
        exec 3<> "$FOLDER/pipe"
        "$@" > "$FOLDER/pipe" & program=$!
        until read -t 0 <&3; do sleep 0.05; done
        sleep 0.5; kill -INT "$program"
        sleep 0.2; kill -INT "$program"
        wait "$program"
        """,
        "get", "--ids-file", folder("ids.txt").path, "--fixtures", folder.url.path,
        environment: ["FOLDER": folder.url.path])
      #expect(run.status == 130)
    }
  }

  @Test func aClosedPipeEndsQuietly() async throws {
    try await withTemporaryFolder { folder in
      let ids = (1...2000).map { "p\($0)" }
      for id in ids { try folder.write(#"{"id":"\#(id)","name":"n"}"#, to: "\(id).json") }
      try folder.write(ids.joined(separator: "\n"), to: "ids.txt")
      let run = try await CommandLineProgram.runScript(
        #"set -o pipefail; "$@" | head -n 1"#,
        "get", "--ids-file", folder("ids.txt").path, "--fixtures", folder.url.path)
      #expect(run.status == 141)
      #expect(run.lines.count == 1)
      #expect(run.errors.isEmpty)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDiskIsTold() async throws {
    let run = try await CommandLineProgram.runScript(
      #""$@" > /dev/full"#, "get", "bare", "--fixtures", CommandLineProgram.fixtures)
    #expect(run.status == 74)
    #expect(run.errors.hasPrefix("product-cli: cannot write to standard output: "))
  }

  private static var script: FixtureScript {
    var script = FixtureScript()
    script.on("/a", .json(#"{"id":"a","name":"A"}"#))
    script.on("/b", .json(#"{"id":"b","name":"B"}"#))
    script.on("/silent", FixtureReply.json("{}").with(.silence))
    return script
  }
}
