/// Where the columns of a table stand.
struct TableLayout: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    let title: String
    let isRightAligned: Bool
    /// Whether its values may be cut. An amount that lacks its last digits is another amount.
    let isCuttable: Bool

    init(_ title: String, isRightAligned: Bool = false, isCuttable: Bool = true) {
      self.title = title
      self.isRightAligned = isRightAligned
      self.isCuttable = isCuttable
    }
  }

  private let columns: [Column]
  private let widths: [Int]
  private let isCut: Bool

  /// One long value does not make all rows long.
  private static let widest = 60
  private static let narrowest = 8
  private static let gap = "  "

  /// Measures the rows. With a width, the widest of those columns that may be cut are
  /// narrowed until all fit in, or until there is nothing left to take.
  init(_ columns: [Column], rows: [[String]], width: Int?) {
    self.columns = columns
    isCut = width != nil
    var widths = columns.map { DisplayWidth.of($0.title) }
    for row in rows {
      for (index, cell) in row.enumerated() {
        widths[index] = min(Self.widest, max(widths[index], DisplayWidth.of(cell)))
      }
    }
    self.widths = width.map { Self.narrowed(widths, of: columns, to: $0) } ?? widths
  }

  /// The titles.
  var header: String { line(columns.map(\.title)) }

  /// A row, with a line feed.
  func line(_ cells: [String]) -> String {
    let texts = zip(cells, columns).enumerated().map { index, pair in
      let (cell, column) = pair
      let text = isCut && column.isCuttable ? TerminalText.truncated(cell, to: widths[index]) : cell
      return TerminalText.padded(text, to: widths[index], isRightAligned: column.isRightAligned)
    }
    let line = texts.joined(separator: Self.gap)
    return line.prefix(line.count - line.reversed().prefix { $0 == " " }.count) + "\n"
  }

  /// Takes from the widest column that may be cut, again and again.
  private static func narrowed(_ widths: [Int], of columns: [Column], to width: Int) -> [Int] {
    var widths = widths
    let gaps = gap.utf8.count * (widths.count - 1)
    var excess = widths.reduce(gaps, +) - width
    let cuttable = columns.indices.filter { columns[$0].isCuttable }
    while excess > 0, let widest = cuttable.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > narrowest
    {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
