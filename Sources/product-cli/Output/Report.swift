import ProductClient

/// Writes the results of a run as they come: products to standard output or a file, failures and
/// progress to standard error. Lines are on their way when their batch has been added.
@Console
final class Report {
  private let output: OutputStream
  private let journal: Journal?
  private var format: any OutcomeFormat
  private var progress: Progress
  private let isVerbose: Bool

  /// How the loads went so far.
  private(set) var tally = Tally()

  /// - Parameters:
  ///   - output: Where products go; standard output unless told.
  ///   - journal: What keeps them, before they go there.
  init(
    format: any OutcomeFormat, progress: Progress, output: OutputStream? = nil,
    journal: Journal? = nil, isVerbose: Bool = false
  ) {
    self.output = output ?? Console.output
    self.journal = journal
    self.format = format
    self.progress = progress
    self.isVerbose = isVerbose
  }

  /// Writes results. Cancelled loads are passed over: nobody waits for them any more.
  ///
  /// - Parameters:
  ///   - ends: What is to be written, in that order.
  ///   - loaded: What ended since the last call, and is to be kept. In the order asked it may be
  ///     written later.
  ///   - inFlight: How many loads are under way; for the progress.
  func add(_ ends: [RunEnd], keeping loaded: [RunEnd], inFlight: Int = 0) throws(Stop) {
    try journal?.keep(loaded.compactMap(\.newProduct))
    for end in ends { try add(end) }
    try output.flush()
    let line = progress.update(tally, inFlight: inFlight)
    if !line.isEmpty { Console.say(line) }
  }

  /// Forgets what it kept: the journal turned out to be another job's.
  func takeBack() {
    journal?.takeBack()
  }

  /// Writes what the format has kept back, and takes the progress away.
  func end() throws(Stop) {
    try write(format.end())
    try output.flush()
    let line = progress.end(tally)
    if !line.isEmpty { Console.say(line) }
    try journal?.sync()
  }

  private func add(_ end: RunEnd) throws(Stop) {
    switch end {
    case .loaded(let outcome, _):
      try add(outcome)
    case .kept(let entry, let id):
      guard let product = try journal?.product(at: entry) else { return }
      tally.kept += 1
      tally.loaded += 1
      try write(format.text(for: product, of: Product.ID(id)))
    }
  }

  private func add(_ outcome: LoadOutcome<Product>) throws(Stop) {
    if isVerbose { Console.say(PhaseLine.text(for: outcome) + "\n") }
    tally.bytes += outcome.metrics.exchange?.receivedBytes ?? 0
    switch outcome.result {
    case .success(let product):
      tally.loaded += 1
      try write(format.text(for: product, of: outcome.id))
    case .failure(.cancelled):
      break
    case .failure(let error):
      tally.failed += 1
      clearProgress()
      Console.say(format.line(for: error, of: outcome.id) + "\n")
    }
  }

  private func write(_ bytes: [UInt8]) throws(Stop) {
    guard !bytes.isEmpty else { return }
    if output.isTerminal { clearProgress() }
    try output.write(bytes)
  }

  private func clearProgress() {
    let text = progress.clear()
    if !text.isEmpty { Console.say(text) }
  }
}
