/// Where the columns of a table stand.
struct TableLayout: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    let title: String
    let isRightAligned: Bool
    let cut: Cut

    init(_ title: String, isRightAligned: Bool = false, cut: Cut = .last) {
      self.title = title
      self.isRightAligned = isRightAligned
      self.cut = cut
    }
  }

  /// Whether the values of a column may be cut to fit a row into a line.
  enum Cut: Hashable {
    /// Before those of others, down to 16 columns: they are still recognized. To less only when
    /// that is not enough.
    case first
    /// When there is nothing else left to take from, down to 8 columns.
    case last
    /// An amount that lacks its last digits is another amount.
    case never
  }

  private let columns: [Column]
  private let widths: [Int]
  private let isCut: Bool

  /// One long value does not make all rows long.
  private static let widest = 60
  private static let gap = "  "

  /// Measures the rows. With a width, columns that may be cut are narrowed until all fit
  /// in, or until there is nothing left to take.
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
      let text =
        isCut && column.cut != .never ? TerminalText.truncated(cell, to: widths[index]) : cell
      return TerminalText.padded(text, to: widths[index], isRightAligned: column.isRightAligned)
    }
    let line = texts.joined(separator: Self.gap)
    return line.prefix(line.count - line.reversed().prefix { $0 == " " }.count) + "\n"
  }

  private static func narrowed(_ widths: [Int], of columns: [Column], to width: Int) -> [Int] {
    var widths = widths
    let gaps = gap.utf8.count * (widths.count - 1)
    var excess = widths.reduce(gaps, +) - width
    for (cut, least) in [(Cut.first, 16), (.last, 8), (.first, 8)] {
      let cuttable = columns.indices.filter { columns[$0].cut == cut }
      // From the widest of them, again and again.
      while excess > 0, let widest = cuttable.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > least
      {
        widths[widest] -= 1
        excess -= 1
      }
    }
    return widths
  }
}
