import ProductClient

/// One JSON array of the objects that ``NDJSONFormat`` writes, one a line. It is closed in the
/// end, whatever came before.
struct JSONArrayFormat: OutcomeFormat {
  private var isOpen = false

  mutating func text(for product: Product, of id: Product.ID) -> [UInt8] {
    defer { isOpen = true }
    return Array((isOpen ? ",\n" : "[\n").utf8) + NDJSONFormat.object(for: product, of: id)
  }

  func end() -> [UInt8] {
    Array((isOpen ? "\n]\n" : "[]\n").utf8)
  }

  func line(for error: LoadError, of id: Product.ID) -> String {
    NDJSONFormat.line(for: error, of: id)
  }
}
