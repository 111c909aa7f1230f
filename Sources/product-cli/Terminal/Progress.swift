import ArgumentParser
import Foundation

/// Whether a run tells how far it is.
enum ProgressMode: String, ExpressibleByArgument, CaseIterable {
  /// On a terminal that can rewrite a line, and nowhere else.
  case auto
  /// Elsewhere too: as lines of their own, for logs.
  case always
  case never
}

/// Says on standard error how far a run is: a line that is rewritten as it goes on, ten times a second
/// at most, or, where lines cannot be rewritten, a line now and then.
struct Progress {
  private enum Style {
    case none, rewritten, lines
  }

  private let start: ContinuousClock.Instant
  private let total: Int?
  private let style: Style
  private var lastDrawn: ContinuousClock.Instant?
  private var isDrawn = false

  private static let erase = "\r\u{1B}[K"

  /// - Parameters:
  ///   - total: How many loads there will be; nil when nobody knows yet.
  ///   - isVerbose: Whether each load has a line of its own: then the line of progress would be
  ///     rewritten for each.
  init(
    total: Int?, _ mode: ProgressMode = .auto, isVerbose: Bool = false,
    on terminal: Terminal = .errors, start: ContinuousClock.Instant = .now
  ) {
    self.total = total
    self.start = start
    style =
      switch mode {
      case .never: .none
      case .auto: terminal.canRewrite && !isVerbose ? .rewritten : .none
      case .always: terminal.canRewrite && !isVerbose ? .rewritten : .lines
      }
  }

  /// What to write for it to be up to date; empty when it is too early for that.
  mutating func update(
    _ tally: Tally, inFlight: Int = 0, now: ContinuousClock.Instant = .now
  ) -> String {
    let line = line(for: tally, inFlight, after: now - start)
    switch style {
    case .none:
      return ""
    case .rewritten:
      guard lastDrawn.map({ now - $0 >= .milliseconds(100) }) ?? true else { return "" }
      (lastDrawn, isDrawn) = (now, true)
      return Self.erase + Self.fitted(line, to: Self.width)
    case .lines:
      guard now - (lastDrawn ?? start) >= .seconds(1) else { return "" }
      lastDrawn = now
      return line + "\n"
    }
  }

  /// What to write before anything else goes to the same terminal; the next update draws anew.
  mutating func clear() -> String {
    guard isDrawn else { return "" }
    (lastDrawn, isDrawn) = (nil, false)
    return Self.erase
  }

  /// What to write when the run is over: a log is to tell how it ended.
  mutating func end(_ tally: Tally, now: ContinuousClock.Instant = .now) -> String {
    style == .lines ? summary(of: tally, now: now) + "\n" : clear()
  }

  /// What is left to say when the run is over.
  func summary(of tally: Tally, now: ContinuousClock.Instant = .now) -> String {
    line(for: tally, 0, after: now - start)
  }

  /// Looked up each time: windows are resized.
  private static var width: Int? { Terminal(STDERR_FILENO).width }

  /// The line as it fits without filling the last column, where some terminals wrap at once. What
  /// has wrapped could not be taken back.
  static func fitted(_ line: String, to width: Int?) -> String {
    width.map { TerminalText.truncated(line, to: max(1, $0 - 1)) } ?? line
  }

  private func line(for tally: Tally, _ inFlight: Int, after elapsed: Duration) -> String {
    // What was there before the run says nothing of how fast it is.
    let rate = Double(tally.finished - tally.kept) / max(elapsed / .seconds(1), 0.001)
    var parts = ["loaded " + (total.map { "\(tally.loaded) of \($0)" } ?? "\(tally.loaded)")]
    if tally.failed > 0 { parts.append("\(tally.failed) failed") }
    if inFlight > 0 { parts.append("\(inFlight) in flight") }
    parts.append("\(Int(rate)) a second")
    if tally.bytes > 0 { parts.append(Self.size(tally.bytes)) }
    if let total, inFlight > 0, rate > 0 {
      parts.append("\(Self.time(Double(total - tally.finished) / rate)) left")
    }
    return parts.joined(separator: ", ")
  }

  static func size(_ bytes: Int) -> String {
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    guard bytes >= 1000 else { return "\(bytes) bytes" }
    var (value, unit) = (Double(bytes) / 1000, 0)
    while value >= 999.95, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    return "\((value * 10).rounded() / 10) \(units[unit])"
  }

  static func time(_ seconds: Double) -> String {
    guard seconds < 100 * 3600 else { return "days" }
    let seconds = Int(seconds.rounded(.up))
    switch seconds {
    case ..<100: return "\(seconds) s"
    case ..<6000: return "\((seconds + 59) / 60) min"
    default: return "\((seconds + 3599) / 3600) h"
    }
  }
}
