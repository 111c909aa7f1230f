#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Product {
  /// The product as one line of JSON in its canonical form, without a line feed at the end.
  ///
  /// Members stand in the order of their declaration, attributes in the order of their names, so
  /// that equal products give equal bytes but for the zeros at the end of an amount, which are
  /// kept as written. What is nil or empty is left out, as is a date outside of the years 0000 to
  /// 9999. Control characters, line separators and marks that turn the direction of text are
  /// escaped: the line is one line to every reader and safe to show on a terminal.
  public func canonicalJSON() -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: 1024)
    write(to: &writer)
    return writer.bytes
  }

  /// Writes the canonical form as a value among others.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id.text)
      writer.member("name", name)
      writer.member("description", description)
      writePrice(to: &writer)
      writer.member("availability", availability?.rawValue)
      writeImageURLs(to: &writer)
      writeAttributes(to: &writer)
      writer.member("updatedAt", updatedAt.flatMap(ISO8601.text))
    }
  }

  private func writePrice(to writer: inout JSONWriter) {
    guard let price else { return }
    writer.key("price")
    writer.object { writer in
      writer.member("amount", price.amountText)
      writer.member("currency", price.currency)
    }
  }

  private func writeImageURLs(to writer: inout JSONWriter) {
    guard !images.isEmpty else { return }
    writer.key("imageURLs")
    writer.array { writer in
      for text in images.texts { writer.string(text) }
    }
  }

  private func writeAttributes(to writer: inout JSONWriter) {
    guard !attributes.isEmpty else { return }
    writer.key("attributes")
    writer.object { writer in
      for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
        writer.member(name, value)
      }
    }
  }
}

extension JSONWriter {
  /// Writes a key and a string, or nothing for nil.
  fileprivate mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }
}
