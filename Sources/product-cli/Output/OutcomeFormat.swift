import ArgumentParser
import ProductClient

/// How results are written. A format makes text and keeps what it needs to know about the text
/// before; who writes it, and where to, is not its concern.
protocol OutcomeFormat: Sendable {
  /// What goes to standard output for a product. May be nothing yet: ``end()`` gives the rest.
  mutating func text(for product: Product, of id: Product.ID) -> [UInt8]

  /// What goes to standard output when all is said, after a run that was interrupted too.
  mutating func end() -> [UInt8]

  /// What goes to standard error for a load that failed: a line.
  func line(for error: LoadError, of id: Product.ID) -> String
}

/// The formats that there are.
enum FormatName: String, ExpressibleByArgument, CaseIterable {
  case table, json, ndjson, csv

  /// What a person wants on a terminal, and a program in a pipe.
  static func usual(on terminal: Terminal?) -> FormatName {
    terminal?.isTerminal == true ? .table : .ndjson
  }

  /// - Parameter terminal: What the products go to; nil: a file.
  func format(on terminal: Terminal?) -> any OutcomeFormat {
    switch self {
    case .table: TableFormat(width: terminal?.width)
    case .csv: CSVFormat(isShown: terminal?.isTerminal == true)
    case .json: JSONArrayFormat()
    case .ndjson: NDJSONFormat()
    }
  }
}
