import ProductClient

/// The scenes of the demo, each loaded by the same means as `get`.
struct DemoStage: Sendable {
  private let template: URLTemplate
  private let transport: CurlTransport

  /// How wide the table is where there is no terminal to say so.
  private static let width = 100

  init(_ template: URLTemplate) {
    self.template = template
    transport = CurlTransport(configuration: CurlConfiguration(proxy: .none))
  }

  func heading(_ text: String) async throws {
    try await Console.printLine(Terminal.output.styled(text, .bold) + "\n")
  }

  /// Loads the ids with a line of progress, and prints them as a table.
  func loadAll(_ ids: [String]) async throws -> Tally {
    let progress = Progress(total: ids.count)
    let format = TableFormat(width: Terminal.output.width ?? Self.width)
    let report = await Report(format: format, progress: progress)
    let run = LoadRun(loader: loader(), concurrency: 64, isOrdered: true)
    try await run.run(try IdSource(arguments: ids, file: nil), into: report)
    try await report.end()
    let tally = await report.tally
    await Console.say(Terminal.errors.styled(progress.summary(of: tally), .dim) + "\n")
    try await Console.printLine()
    return tally
  }

  /// Loads ids that fail, and prints what `get` would say. Returns the codes of the errors.
  func fail(_ ids: [String]) async throws -> [String] {
    let loader = loader(timeout: DemoScript.timeout)
    var codes: [String] = []
    for id in ids {
      let outcome = await loader.outcome(withID: Product.ID(id))
      guard case .failure(let error) = outcome.result, error != .cancelled else { continue }
      codes.append(error.code)
      let code = Terminal.output.styled(error.code, .red)
      try await Console.printLine(code)
      try await Console.printLine("  " + FailureSentence.line(for: error, of: outcome.id))
    }
    try await Console.printLine()
    return codes
  }

  func close(_ tally: Tally, failures: Int) async throws {
    let done = Terminal.output.styled("Done:", .green)
    try await Console.printLine(
      "\(done) \(tally.loaded) products loaded, \(failures) failures shown. "
        + "Next: product-cli get --help"
    )
  }

  private func loader(timeout: Duration = .seconds(30)) -> ProductLoader<Product> {
    let configuration = LoaderConfiguration(timeouts: ExchangeTimeouts(attempt: timeout))
    return ProductLoader(transport: transport, configuration: configuration) { [template] id in
      try template.url(for: id)
    }
  }
}
