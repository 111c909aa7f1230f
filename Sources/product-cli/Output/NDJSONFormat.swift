import ProductClient

/// One JSON object a line: `{"id":"…","product":{…}}`, the id as it was asked for, the product in
/// its canonical form. Failures are lines `{"id":"…","error":{…}}`.
struct NDJSONFormat: OutcomeFormat {
  func text(for product: Product, of id: Product.ID) -> [UInt8] {
    Self.object(for: product, of: id) + [UInt8(ascii: "\n")]
  }

  func end() -> [UInt8] { [] }

  func line(for error: LoadError, of id: Product.ID) -> String {
    Self.line(for: error, of: id)
  }

  static func object(for product: Product, of id: Product.ID) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: 1024)
    writer.object { writer in
      writer.key("id")
      writer.string(id.description)
      writer.key("product")
      product.write(to: &writer)
    }
    return writer.bytes
  }

  static func line(for error: LoadError, of id: Product.ID) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("id")
      writer.string(id.description)
      writer.key("error")
      writer.object { writer in
        writer.key("code")
        writer.string(error.code)
        writer.key("message")
        writer.string(error.description)
        writer.key("attempts")
        writer.integer(error.failure?.attempts ?? 0)
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
