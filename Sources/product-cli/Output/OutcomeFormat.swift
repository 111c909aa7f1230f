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
  case table, json, ndjson

  /// What a person wants on a terminal, and a program in a pipe.
  static var usual: FormatName { Terminal.output.isTerminal ? .table : .ndjson }

  func format() -> any OutcomeFormat {
    switch self {
    case .table: TableFormat(width: Terminal.output.width)
    case .json: JSONArrayFormat()
    case .ndjson: NDJSONFormat()
    }
  }
}
