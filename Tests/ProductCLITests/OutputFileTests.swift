import Foundation
import TestSupport
import Testing

/// The file of `--output` is there whole or not at all.
@Suite(.timeLimit(.minutes(2)))
struct OutputFileTests {
  private let fixtures = CommandLineProgram.fixtures

  @Test func theFileIsThereWhenAllIsDone() async throws {
    try await withTemporaryFolder { folder in
      let run = try await CommandLineProgram.run(
        "get", "bare", "nothing", "mug-plain", "--ordered", "--fixtures", fixtures,
        "--output", folder("out").path)
      // What failed is no reason to throw the rest away.
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
      #expect(try ids(in: folder("out")) == ["bare", "mug-plain"])
      #expect(try names(in: folder) == ["out"])
    }
  }

  @Test func anInterruptedRunLeavesWhatWasThere() async throws {
    try await withTemporaryFolder { folder in
      try folder.write("before", to: "out")
      let run = try await CommandLineProgram.runScript(
        """
        mkfifo "$FOLDER/ids"
        exec 3<> "$FOLDER/ids"
        "$@" & program=$!
        echo bare >&3
        until [[ -s $FOLDER/.out.draft ]]; do :; done
        kill -INT "$program"; wait "$program"
        """,
        "get", "--ids-file", folder("ids").path, "--fixtures", fixtures, "--output",
        folder("out").path,
        environment: ["FOLDER": folder.url.path])
      #expect(run.status == 130)
      #expect(try String(contentsOf: folder("out"), encoding: .utf8) == "before")
      #expect(try names(in: folder) == ["ids", "out"])
    }
  }

  @Test func whatAKilledRunLeftIsTakenOver() async throws {
    try await withTemporaryFolder { folder in
      try folder.write("half of a li", to: ".out.draft")
      let run = try await CommandLineProgram.run(
        "get", "bare", "--fixtures", fixtures, "--output", folder("out").path)
      #expect(run.status == 0)
      #expect(try ids(in: folder("out")) == ["bare"])
      #expect(try names(in: folder) == ["out"])
    }
  }

  @Test(.needs("flock")) func twoRunsDoNotWriteTheSameFile() async throws {
    try await withTemporaryFolder { folder in
      let run = try await CommandLineProgram.runScript(
        #"flock "$FOLDER/.out.draft" "$@""#,
        "get", "bare", "--fixtures", fixtures, "--output", folder("out").path,
        environment: ["FOLDER": folder.url.path])
      #expect(run.status == 73)
      #expect(run.errors.contains("another run is writing it"))
    }
  }

  @Test func aLinkAndTheRightsOfTheFileStay() async throws {
    try await withTemporaryFolder { folder in
      try folder.write("before", to: "real")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o640], ofItemAtPath: folder("real").path)
      try FileManager.default.createSymbolicLink(
        at: folder("out"), withDestinationURL: folder("real"))
      let run = try await CommandLineProgram.run(
        "get", "bare", "--fixtures", fixtures, "--output", folder("out").path)
      #expect(run.status == 0)
      #expect(try ids(in: folder("real")) == ["bare"])
      let kept = try FileManager.default.attributesOfItem(atPath: folder("real").path)
      #expect(kept[.posixPermissions] as? Int == 0o640)
      #expect(try names(in: folder) == ["out", "real"])
    }
  }

  @Test func whereAllFailedWhatWasThereStays() async throws {
    try await withTemporaryFolder { folder in
      try folder.write("before", to: "out")
      let run = try await CommandLineProgram.run(
        "get", "nothing", "--fixtures", fixtures, "--output", folder("out").path)
      #expect(run.status == 1)
      #expect(try String(contentsOf: folder("out"), encoding: .utf8) == "before")
      #expect(try names(in: folder) == ["out"])
    }
  }

  @Test func aLinkToNothingIsRefused() async throws {
    try await withTemporaryFolder { folder in
      try FileManager.default.createSymbolicLink(
        at: folder("out"), withDestinationURL: folder("gone"))
      let run = try await CommandLineProgram.run(
        "get", "bare", "--fixtures", fixtures, "--output", folder("out").path)
      #expect(run.status == 73)
      #expect(run.errors.contains("it is a link to nothing"))
    }
  }

  @Test(arguments: [
    ["--output", ""], ["--output", "folder/"], ["--journal", ""],
    ["--output", "x", "--journal", "./x"],
  ])
  func whatCannotBeAFileIsRefusedAtOnce(_ options: [String]) async throws {
    let run = try await CommandLineProgram.run(["get", "bare", "--fixtures", fixtures] + options)
    #expect(run.status == 64)
  }

  @Test(arguments: ["/nowhere/out", "/usr"])
  func aFileThatCannotBeCreatedIsNamedBeforeAnythingIsLoaded(path: String) async throws {
    let run = try await CommandLineProgram.run(
      "get", "bare", "--fixtures", fixtures, "--output", path)
    #expect(run.status == 73)
    #expect(run.errors.hasPrefix("product-cli: cannot create \(path): "))
  }

  @Test func aDeviceIsWrittenToAsItIs() async throws {
    let run = try await CommandLineProgram.run(
      "get", "bare", "--fixtures", fixtures, "--output", "/dev/stdout")
    #expect(run.status == 0)
    #expect(run.lines.count == 1)
  }

  @Test func aDiskThatIsFullIsToldAndLeavesWhatWasThere() async throws {
    try await withTemporaryFolder { folder in
      try folder.write("before", to: "out")
      let long = String(repeating: "x", count: 5000)
      try folder.write(#"{"id":"a","name":"\#(long)"}"#, to: "a.json")
      let run = try await CommandLineProgram.runScript(
        #"ulimit -f 1; "$@""#, "get", "a", "--fixtures", folder.url.path, "--output",
        folder("out").path)
      #expect(run.status == 74)
      #expect(run.errors.contains("cannot write to \(folder("out").path): "))
      #expect(try String(contentsOf: folder("out"), encoding: .utf8) == "before")
      #expect(try names(in: folder) == ["a.json", "out"])
    }
  }

  private func ids(in file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { try ProductLine.decode(String($0)).id }
  }

  private func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }
}
