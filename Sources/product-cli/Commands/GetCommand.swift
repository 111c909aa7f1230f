import ArgumentParser
import Foundation
import ProductClient

/// Loads products and writes them.
struct GetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Load products by id and write them to standard output, or to a file.",
    discussion: """
      Products are written as their loads end, failures go to standard error: a line of JSON \
      with json and ndjson, a sentence with table and csv. Ids that are asked for twice are loaded \
      twice.

      Ctrl-C stops the run and leaves whole lines behind; a second one ends it at once. SIGTERM \
      does the same, and so does SIGHUP, unless nohup has it ignored. With --journal, the same \
      command goes on from there; so it does after any other end, kill -9 included.

      In csv, a text that a spreadsheet would take for a formula has an apostrophe before it.
      """
  )

  @Argument(help: ArgumentHelp("What to load.", valueName: "id"))
  var ids: [String] = []

  @Option(
    name: .customLong("ids-file"),
    help: ArgumentHelp(
      "Load the ids in this file too, one a line; blank lines and lines that start with # are "
        + "passed over. It is read as it is needed; - is standard input.",
      valueName: "file"
    ),
    completion: .file()
  )
  var idsFiles: [String] = []

  @OptionGroup var source: SourceOptions

  @OptionGroup var output: OutputOptions
  @OptionGroup var pace: PaceOptions
  @OptionGroup var request: RequestOptions
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var preview: PreviewOptions

  @Flag(name: .long, help: "Tell each load in numbers, and what the library logs.")
  var verbose = false

  func validate() throws {
    let idsFile = try Once.value(of: idsFiles, option: "--ids-file")
    guard !ids.isEmpty || idsFile != nil else {
      throw ValidationError("Which products? Give their ids, or --ids-file FILE.")
    }
    if connection.proxy != nil, !source.fixtureFolders.isEmpty {
      throw ValidationError("--fixtures loads from this machine: it goes with no --proxy.")
    }
    let names = [idsFile, output.outputs.first, output.journals.first].compactMap(\.self)
    let paths = names.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    if Set(paths).count < paths.count {
      throw ValidationError("--ids-file, --output and --journal must be different files.")
    }
    if preview.writeCurl, !source.fixtureFolders.isEmpty {
      throw ValidationError("--fixtures serves for this run alone: it goes with no --write-curl.")
    }
    if preview.isOn, !output.outputs.isEmpty || !output.journals.isEmpty {
      throw ValidationError(
        "--dry-run and --write-curl load nothing: they go with no --output and no --journal.")
    }
  }

  func run() async throws {
    ConsoleLog.bootstrap(isVerbose: verbose)
    let journal = try await output.openJournal(for: try source.names())
    let file = try await output.openFile()
    let report = await Report(
      format: preview.isOn ? NDJSONFormat() : output.openFormat(),
      progress: Progress(
        total: idsFiles.isEmpty ? ids.count : nil, preview.isOn ? .never : output.progress,
        isVerbose: verbose),
      output: file?.stream, journal: journal, isVerbose: verbose)
    let signal: Int32?
    do {
      (_, signal) = try await Signals.cancelling([SIGINT, SIGTERM, SIGHUP]) {
        try await load(into: report, journal?.done ?? JournalIndex())
      }
    } catch {
      await file?.discard()
      throw error
    }
    let tally = await report.tally
    // Where nothing came, what was there before is better.
    if signal == nil, tally.loaded > 0 || tally.failed == 0 {
      try await file?.complete()
    } else {
      await file?.discard()
    }
    try await end(tally, signal)
  }

  private func load(into report: Report, _ done: JournalIndex) async throws {
    // Of another job nothing is to be loaded, and nothing kept. A pipe cannot be looked at twice.
    if idsFiles.allSatisfy(IdFile.isRegular) {
      try await done.check(try IdSource(arguments: ids, file: idsFiles.first))
    }
    let ids = try IdSource(arguments: ids, file: idsFiles.first)
    var transport = try connection.transport(concurrency: pace.concurrency)
    switch try source.source() {
    case .template(let template):
      try await load(ids, from: template, over: transport, into: report, done)
    case .fixtures(let path):
      let folder = try FixtureFolder(path)
      let server = try await folder.serve()
      transport.proxy = .none
      let template = try folder.template(on: server)
      try await load(ids, from: template, over: transport, into: report, done)
    }
  }

  private func load(
    _ ids: IdSource,
    from template: URLTemplate,
    over transport: CurlConfiguration,
    into report: Report,
    _ done: JournalIndex
  ) async throws {
    let shown = preview.transport(connection, pace, tokenVariable: request.bearerTokenEnv)
    let loader = ProductLoader(
      transport: shown ?? CurlTransport(configuration: transport),
      configuration: try configuration(for: template)
    ) { try template.url(for: $0) }
    // What is shown is shown in the order of the ids.
    let run = LoadRun(
      loader: loader, concurrency: shown == nil ? pace.concurrency : 1,
      isOrdered: output.ordered, done: done)
    do {
      try await run.run(ids, into: report)
    } catch let stop as Stop where stop.status == ExitStatus.unreadableInput {
      // What was loaded until then is there to stay.
      try await report.end()
      throw stop
    }
    try await report.end()
  }

  private func configuration(for template: URLTemplate) throws -> LoaderConfiguration {
    var configuration = LoaderConfiguration(
      fields: try request.fields(),
      authorization: try request.authorization(for: template),
      addressPolicy: try connection.addressPolicy(for: template))
    pace.apply(to: &configuration)
    // Nobody is asked: there is no rate to keep.
    if preview.isOn { configuration.traffic = Traffic() }
    return configuration
  }

  private func end(_ tally: Tally, _ signal: Int32?) async throws {
    if let signal {
      throw Stop(
        ExitStatus.signal(signal),
        "interrupted: \(tally.loaded) loaded, \(tally.failed) failed, the rest left out" + goOn
      )
    }
    if tally.finished == 0, !preview.isOn {
      await Console.say("product-cli: there were no ids to load\n")
    }
    if tally.failed > 0 { throw Stop(ExitStatus.someFailed) }
  }

  /// How to load what is left.
  private var goOn: String {
    output.journals.isEmpty ? "" : "; the same command goes on from here"
  }
}
