import Foundation

/// What a descriptor leads to, and what may be done there.
struct Terminal: Hashable, Sendable {
  /// Whether somebody sees it, as opposed to a file or a pipe.
  let isTerminal: Bool
  /// Whether lines may be rewritten: a terminal that knows how to.
  let canRewrite: Bool
  /// Whether colour may be used: `NO_COLOR` (<https://no-color.org>) is not set.
  let allowsColour: Bool
  /// How many columns there are; nil: no limit.
  let width: Int?

  static let output = Terminal(STDOUT_FILENO)
  static let errors = Terminal(STDERR_FILENO)

  init(_ descriptor: Int32, environment: [String: String] = ProcessInfo.processInfo.environment) {
    isTerminal = isatty(descriptor) == 1
    canRewrite = isTerminal && environment["TERM", default: "dumb"] != "dumb"
    allowsColour = canRewrite && environment["NO_COLOR", default: ""].isEmpty
    width = isTerminal ? Self.width(of: descriptor, environment) : nil
  }

  /// As the terminal says, unless `COLUMNS` says otherwise; 80 when neither does.
  private static func width(of descriptor: Int32, _ environment: [String: String]) -> Int {
    if let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 { return columns }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

extension Terminal {
  enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
  }

  /// The text in this style, or as it is where there is no colour.
  func styled(_ text: String, _ style: Style) -> String {
    allowsColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
