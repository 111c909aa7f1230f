import ProductClient

/// Writes the results of a run as they come: products to standard output, failures and progress to
/// standard error. Lines are on their way when their batch has been added.
@Console
final class Report {
  private var format: any OutcomeFormat
  private var progress: Progress?
  private let isVerbose: Bool

  /// How the loads went so far.
  private(set) var tally = Tally()

  nonisolated init(format: any OutcomeFormat, progress: Progress? = nil, isVerbose: Bool = false) {
    self.format = format
    self.progress = isVerbose ? nil : progress
    self.isVerbose = isVerbose
  }

  /// Writes results. Cancelled loads are passed over: nobody waits for them any more.
  func add(_ outcomes: [LoadOutcome<Product>]) throws(Stop) {
    for outcome in outcomes { try add(outcome) }
    try Console.output.flush()
    if let line = progress?.update(tally), !line.isEmpty { Console.say(line) }
  }

  /// Writes what the format has kept back, and takes the progress away.
  func end() throws(Stop) {
    try write(format.end())
    clearProgress()
    try Console.output.flush()
  }

  private func add(_ outcome: LoadOutcome<Product>) throws(Stop) {
    if isVerbose { Console.say(PhaseLine.text(for: outcome) + "\n") }
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
    if Terminal.output.isTerminal { clearProgress() }
    try Console.output.write(bytes)
  }

  private func clearProgress() {
    if let text = progress?.clear(), !text.isEmpty { Console.say(text) }
  }
}
