import ProductClient

/// A line of comma-separated values for each product, after one that names the columns (RFC 4180).
///
/// A text that a spreadsheet would take for a formula has an apostrophe before it, so that opening
/// the file computes nothing (<https://owasp.org/www-community/attacks/CSV_Injection>).
struct CSVFormat: OutcomeFormat {
  /// Whether control characters are to be written out: on a terminal.
  let isShown: Bool
  private var isOpen = false

  private static let columns = [
    "id", "name", "description", "amount", "currency", "availability", "imageURLs", "attributes",
    "updatedAt",
  ]

  init(isShown: Bool = false) {
    self.isShown = isShown
  }

  mutating func text(for product: Product, of id: Product.ID) -> [UInt8] {
    let header = isOpen ? "" : Self.header
    isOpen = true
    return Array((header + line(for: product, id)).utf8)
  }

  func end() -> [UInt8] {
    isOpen ? [] : Array(Self.header.utf8)
  }

  func line(for error: LoadError, of id: Product.ID) -> String {
    FailureSentence.line(for: error, of: id)
  }

  private static let header = columns.joined(separator: ",") + "\r\n"

  private func line(for product: Product, _ id: Product.ID) -> String {
    let cells = [
      cell(id.description),
      cell(product.name),
      cell(product.description ?? ""),
      // A number of ours: a minus before it begins no formula.
      product.price?.amountText ?? "",
      cell(product.price?.currency ?? ""),
      cell(product.availability?.rawValue ?? ""),
      cell(product.imageURLs.map(\.absoluteString).joined(separator: " ")),
      cell(Self.attributes(of: product)),
      product.updatedAt.flatMap(ISO8601.text) ?? "",
    ]
    return cells.joined(separator: ",") + "\r\n"
  }

  private static func attributes(of product: Product) -> String {
    guard !product.attributes.isEmpty else { return "" }
    var writer = JSONWriter()
    writer.object { writer in
      for (name, value) in product.attributes.sorted(by: { $0.key < $1.key }) {
        writer.key(name)
        writer.string(value)
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func cell(_ text: String) -> String {
    let shown = isShown ? TerminalText.escaped(text) : text
    let harmless = Self.looksLikeFormula(shown) ? "'" + shown : shown
    guard harmless.utf8.contains(where: Self.needsQuotes) else { return harmless }
    return "\"" + harmless.replacing("\"", with: "\"\"") + "\""
  }

  private static func looksLikeFormula(_ text: String) -> Bool {
    text.unicodeScalars.first.map("=+-@\t\r\n＝＋－＠".unicodeScalars.contains) ?? false
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(byte)
  }
}
