import Foundation

/// One line on standard error that says how far a run is, rewritten as it goes on.
///
/// Only on a terminal that can rewrite a line. Written ten times a second at most.
struct Progress {
  private let start = ContinuousClock.now
  private let total: Int?
  private let isShown: Bool
  private var lastDrawn: ContinuousClock.Instant?

  private static let pause = Duration.milliseconds(100)
  private static let erase = "\r\u{1B}[K"

  /// - Parameter total: How many loads there will be; nil when nobody knows yet.
  init(total: Int?, on terminal: Terminal = .errors) {
    self.total = total
    isShown = terminal.canRewrite
  }

  /// What to write for the line to be up to date; empty when it is too early for that.
  mutating func update(_ tally: Tally, now: ContinuousClock.Instant = .now) -> String {
    guard isShown else { return "" }
    if let lastDrawn, now - lastDrawn < Self.pause { return "" }
    lastDrawn = now
    return Self.erase + Self.fitted(line(for: tally, after: now - start), to: Self.width)
  }

  /// What to write before anything else goes to the same terminal; the next update draws anew.
  mutating func clear() -> String {
    guard isShown, lastDrawn != nil else { return "" }
    lastDrawn = nil
    return Self.erase
  }

  /// What is left to say when the run is over.
  func summary(of tally: Tally, now: ContinuousClock.Instant = .now) -> String {
    line(for: tally, after: now - start)
  }

  /// Looked up each time: windows are resized.
  private static var width: Int? { Terminal(STDERR_FILENO).width }

  /// The line as it fits without filling the last column, where some terminals wrap at once. What
  /// has wrapped could not be taken back.
  static func fitted(_ line: String, to width: Int?) -> String {
    width.map { TerminalText.truncated(line, to: max(1, $0 - 1)) } ?? line
  }

  private func line(for tally: Tally, after elapsed: Duration) -> String {
    let count = total.map { "\(tally.loaded) of \($0)" } ?? "\(tally.loaded)"
    let failures = tally.failed > 0 ? ", \(tally.failed) failed" : ""
    let rate = Double(tally.finished) / max(elapsed / .seconds(1), 0.001)
    return "loaded \(count)\(failures), \(Int(rate)) a second"
  }
}
