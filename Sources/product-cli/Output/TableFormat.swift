import Foundation
import ProductClient

/// A table for people. Columns are as wide as the widest of the first hundred rows, which
/// therefore appear together; the rows after them appear as they come.
///
/// On a terminal, ids, names and availabilities are cut so that a row fits into its width. In a file or a pipe nothing is cut: a value that is
/// wider than its column pushes the rest of its row to the right.
struct TableFormat: OutcomeFormat {
  private let width: Int?
  private var waiting: [[String]] = []
  private var layout: TableLayout?

  private static let measuredRows = 100
  private static let columns: [TableLayout.Column] = [
    .init("ID"),
    .init("NAME", cut: .first),
    .init("PRICE", isRightAligned: true, cut: .never),
    .init("AVAILABILITY"),
    .init("UPDATED", cut: .never),
  ]

  /// - Parameter width: How many columns the terminal has; nil: nothing is cut.
  init(width: Int?) {
    self.width = width
  }

  mutating func text(for product: Product, of id: Product.ID) -> [UInt8] {
    let row = Self.cells(of: product, id)
    if let layout { return Array(layout.line(row).utf8) }
    waiting.append(row)
    return waiting.count < Self.measuredRows ? [] : release()
  }

  mutating func end() -> [UInt8] {
    waiting.isEmpty ? [] : release()
  }

  func line(for error: LoadError, of id: Product.ID) -> String {
    FailureSentence.line(for: error, of: id)
  }

  private mutating func release() -> [UInt8] {
    let layout = TableLayout(Self.columns, rows: waiting, width: width)
    self.layout = layout
    defer { waiting = [] }
    return Array((layout.header + waiting.map(layout.line).joined()).utf8)
  }

  private static func cells(of product: Product, _ id: Product.ID) -> [String] {
    [
      id.description,
      product.name,
      product.price.map { "\($0.amountText) \($0.currency)" } ?? "",
      product.availability?.rawValue ?? "",
      product.updatedAt.map { $0.formatted(.iso8601) } ?? "",
    ].map(TerminalText.escaped)
  }
}
