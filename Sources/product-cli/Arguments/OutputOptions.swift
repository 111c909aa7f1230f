import ArgumentParser
import Foundation

/// What is made of the products, and where it goes.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "table, json (one array), ndjson (a line an id) or csv. Unless given: table on a terminal, "
        + "else ndjson.",
      valueName: "format"
    )
  )
  var format: FormatName?

  @Flag(help: "Write results in the order asked, not as they finish.")
  var ordered = false

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp(
      "Write the products to this file, in place of standard output. It is there when all is done, "
        + "without those that failed; until then, if the run is stopped, and if all failed, what was "
        + "there before stays.",
      valueName: "file"
    ),
    completion: .file()
  )
  var outputs: [String] = []

  @Option(
    name: .customLong("journal"),
    help: ArgumentHelp(
      "Keep what is loaded in this file. However a run is stopped, the same command goes on: it "
        + "loads what is missing or failed, and writes all of it, each id once.",
      valueName: "file"
    ),
    completion: .file()
  )
  var journals: [String] = []

  @Option(
    help: ArgumentHelp(
      "Tell how far the run is on standard error: auto (on a terminal), always (elsewhere a line "
        + "when something ended, one a second at most) or never.",
      valueName: "when"
    )
  )
  var progress = ProgressMode.auto

  func validate() throws {
    for name in [try output, try journal].compactMap(\.self)
    where name.isEmpty || name.hasSuffix("/") {
      throw ValidationError("“\(TerminalText.escaped(name))” is no name of a file.")
    }
  }

  private var output: String? {
    get throws { try Once.value(of: outputs, option: "--output") }
  }

  private var journal: String? {
    get throws { try Once.value(of: journals, option: "--journal") }
  }

  /// The file that products go to; nil: they go to standard output.
  func openFile() async throws -> OutputFile? {
    guard let output = try output else { return nil }
    return try await OutputFile(output)
  }

  /// The journal of the job; nil where there is to be none.
  ///
  /// - Parameters:
  ///   - source: Where products come from, in full, and as it may be shown.
  func openJournal(for source: (full: String, shown: String)) async throws -> Journal? {
    guard let journal = try journal else { return nil }
    let opened = try await Journal(
      journal, header: JournalHeader.bytes(source: source.full, shown: source.shown))
    if opened.done.count > 0, try output == nil, Self.standardOutputHoldsSomething {
      throw Stop(
        ExitStatus.usage,
        "standard output is a file that holds something already, and a run that goes on writes "
          + "everything: give --output FILE, or > in place of >>")
    }
    return opened
  }

  func openFormat() -> any OutcomeFormat {
    let terminal = outputs.isEmpty ? Terminal.output : nil
    return (format ?? .usual(on: terminal)).format(on: terminal)
  }

  private static var standardOutputHoldsSomething: Bool {
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size > 0
  }
}
