import Foundation
import TestSupport
import Testing

/// However a run ends, the same command goes on, and its output has each id once.
@Suite(.timeLimit(.minutes(5)), .needs("flock"))
struct JournalTests {
  @Test func aRunThatIsKilledGoesOnWhereItWas() async throws {
    try await withShop(of: 1500) { folder, ids in
      let run = try await CommandLineProgram.runScript(
        """
        lines() { wc -l 2> /dev/null < "$FOLDER/journal" || echo 0; }
        for reached in 100 500 501 1200; do
          "$@" 2>> "$FOLDER/errors" & program=$!
          while (($(lines) < reached)) && kill -0 "$program" 2> /dev/null; do :; done
          kill -9 "$program" 2> /dev/null; wait "$program" 2> /dev/null
          lines
        done
        "$@" 2>> "$FOLDER/errors"; echo "status $?"
        """,
        "get", "--ids-file", folder("ids.txt").path, "--fixtures", folder.url.path,
        "--concurrency", "4", "--rate", "1500/s", "--journal", folder("journal").path,
        "--output", folder("out").path,
        environment: ["FOLDER": folder.url.path])
      #expect(run.lines.last == "status 0")
      let output = try String(contentsOf: folder("out"), encoding: .utf8)
      let lines = try output.split(separator: "\n").map { try ProductLine.decode(String($0)) }
      #expect(lines.map(\.id).sorted() == ids.sorted())
      // The runs that were killed have left something, and none did the same again.
      let journal = try String(contentsOf: folder("journal"), encoding: .utf8)
      #expect(journal.split(separator: "\n").count == 1 + ids.count)
      let reached = run.lines.dropLast().compactMap { Int($0) }
      #expect(reached.count == 4)
      #expect(reached.first.map { 100..<ids.count ~= $0 } == true)
    }
  }

  @Test func anInterruptedRunTellsHowToGoOnAndKeepsTheOrder() async throws {
    try await withShop(of: 300) { folder, ids in
      let arguments = [
        "get", "--ids-file", folder("ids.txt").path, "--fixtures", folder.url.path, "--ordered",
        "--concurrency", "2", "--rate", "100/s", "--journal", folder("journal").path,
      ]
      let first = try await CommandLineProgram.run(arguments, interruptedAfterLines: 20)
      #expect(first.status == 130)
      #expect(first.errors.contains("the same command goes on from here"))
      let second = try await CommandLineProgram.run(arguments)
      #expect(second.status == 0)
      #expect(try second.lines.map { try ProductLine.decode($0).id } == ids)
    }
  }

  @Test func whatFailedIsTriedAgain() async throws {
    try await withShop(of: 3) { folder, _ in
      let arguments = [
        "get", "p1", "late", "p3", "--fixtures", folder.url.path, "--ordered",
        "--journal", folder("journal").path,
      ]
      let first = try await CommandLineProgram.run(arguments)
      #expect(first.status == 1)
      #expect(first.lines.count == 2)
      try folder.write(#"{"id":"late","name":"n"}"#, to: "late.json")
      let second = try await CommandLineProgram.run(arguments)
      #expect(second.status == 0)
      #expect(try second.lines.map { try ProductLine.decode($0).id } == ["p1", "late", "p3"])
    }
  }

  @Test func aJournalOfAnotherJobIsRefused() async throws {
    try await withShop(of: 5) { folder, _ in
      let journal = ["--journal", folder("journal").path]
      let job = ["get", "p1", "p2", "p3", "--fixtures", folder.url.path] + journal
      #expect(try await CommandLineProgram.run(job).status == 0)
      let others: [(arguments: [String], reason: String)] = [
        (["get", "p1", "p4", "p3", "--fixtures", folder.url.path], "number 2 of them is not “p4”"),
        (["get", "p1", "p2", "--fixtures", folder.url.path], "for more than the 2 of this run"),
        (
          ["get", "p1", "p2", "p3", "--fixtures", CommandLineProgram.fixtures],
          "it is for another job: \(folder.url.resolvingSymlinksInPath().path)"
        ),
      ]
      for other in others {
        let run = try await CommandLineProgram.run(other.arguments + journal)
        #expect(run.status == 66)
        #expect(run.errors.contains(other.reason), "\(run.errors)")
      }
      // More ids than there were are no other job.
      let more = ["get", "p1", "p2", "p3", "p5", "--fixtures", folder.url.path] + journal
      #expect(try await CommandLineProgram.run(more).lines.count == 4)
    }
  }

  @Test func anotherJobLeavesNothingInTheJournal() async throws {
    try await withShop(of: 6) { folder, _ in
      let rest = ["--fixtures", folder.url.path, "--journal", folder("journal").path]
      // The first places are free yet: what is loaded for them must not be another job's.
      let job = ["get", "x1", "x2", "p3", "p4"] + rest
      #expect(try await CommandLineProgram.run(job).status == 1)
      let kept = try Data(contentsOf: folder("journal"))
      #expect(try await CommandLineProgram.run(["get", "p1", "p2", "p5"] + rest).status == 66)
      #expect(try Data(contentsOf: folder("journal")) == kept)
      let piped = try await CommandLineProgram.run(
        "get", "--ids-file", "-", "--fixtures", folder.url.path, "--journal",
        folder("journal").path, input: "p1\np2\np5\n")
      #expect(piped.status == 66)
      #expect(try Data(contentsOf: folder("journal")) == kept)
      #expect(try await CommandLineProgram.run(job).lines.count == 2)
    }
  }

  @Test func whatIsKeptIsWrittenWhileMoreIdsAreAwaited() async throws {
    try await withShop(of: 2) { folder, _ in
      let run = try await CommandLineProgram.runScript(
        """
        mkfifo "$FOLDER/ids" "$FOLDER/answers"
        once() {
          "$@" >&4 & program=$!
          exec 3> "$FOLDER/ids"
          for id in p1 p2; do echo "$id" >&3; read -r -t 60 line <&4; echo "$line"; done
          exec 3>&-; wait "$program"
        }
        exec 4<> "$FOLDER/answers"
        once "$@"; once "$@"
        """,
        "get", "--ids-file", folder("ids").path, "--fixtures", folder.url.path, "--journal",
        folder("journal").path, environment: ["FOLDER": folder.url.path])
      #expect(run.status == 0)
      #expect(try run.lines.map { try ProductLine.decode($0).id } == ["p1", "p2", "p1", "p2"])
    }
  }

  @Test func aFileThatIsNoJournalIsLeftAlone() async throws {
    try await withShop(of: 1) { folder, _ in
      try folder.write("my notes", to: "notes.txt")
      let run = try await CommandLineProgram.run(
        "get", "p1", "--fixtures", folder.url.path, "--journal", folder("notes.txt").path)
      #expect(run.status == 66)
      #expect(run.errors.contains("it is no journal"))
      #expect(try String(contentsOf: folder("notes.txt"), encoding: .utf8) == "my notes")
    }
  }

  @Test func twoRunsDoNotShareAJournal() async throws {
    try await withShop(of: 1) { folder, _ in
      let run = try await CommandLineProgram.runScript(
        #"flock "$FOLDER/journal" "$@""#,
        "get", "p1", "--fixtures", folder.url.path, "--journal", folder("journal").path,
        environment: ["FOLDER": folder.url.path])
      #expect(run.status == 66)
      #expect(run.errors.contains("another run is using it"))
    }
  }

  @Test func whatStandardOutputHoldsAlreadyIsNotWrittenTwice() async throws {
    try await withShop(of: 2) { folder, _ in
      let run = try await CommandLineProgram.runScript(
        #""$@" >> "$FOLDER/out" && "$@" >> "$FOLDER/out""#,
        "get", "p1", "p2", "--fixtures", folder.url.path, "--journal", folder("journal").path,
        environment: ["FOLDER": folder.url.path])
      #expect(run.status == 64)
      #expect(run.errors.contains("> in place of >>"))
      #expect(
        try String(contentsOf: folder("out"), encoding: .utf8).split(separator: "\n").count == 2)
    }
  }

  private func withShop(
    of count: Int, _ body: (TemporaryFolder, [String]) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let ids = (1...count).map { "p\($0)" }
      for id in ids { try folder.write(#"{"id":"\#(id)","name":"n"}"#, to: "\(id).json") }
      try folder.write(ids.joined(separator: "\n"), to: "ids.txt")
      try await body(folder, ids)
    }
  }
}
