/// Writes one line of JSON, byte by byte, in the order it is told.
///
/// A line is always one line, and nothing in it can steer a terminal: see ``JSONEscaping``. Slashes
/// and other characters stand as they are, in UTF-8.
package struct JSONWriter {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []
  /// A value has been written at this level, so that a comma is due before the next.
  private var needsComma = false

  /// Creates a writer that has written nothing.
  package init(reservingCapacity capacity: Int = 512) {
    bytes.reserveCapacity(capacity)
  }

  /// Writes an object; `members` writes what is in it, a key before each value.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    container("{", "}", members)
  }

  /// Writes an array; `elements` writes what is in it.
  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    container("[", "]", elements)
  }

  /// Writes a key and leaves its value to be written next.
  package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string.
  package mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      guard utf8.allSatisfy({ $0.isWrittenAsIs }) else { return false }
      bytes.append(contentsOf: utf8)
      return true
    }
    if !isPlain {
      for scalar in text.unicodeScalars { character(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a whole number.
  package mutating func integer(_ number: some BinaryInteger) {
    separate()
    bytes.append(contentsOf: "\(number)".utf8)
  }

  private mutating func container(
    _ open: Unicode.Scalar,
    _ close: Unicode.Scalar,
    _ content: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    content(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  @inline(__always)
  private mutating func character(_ scalar: Unicode.Scalar) {
    if let byte = UInt8(exactly: scalar.value), byte.isWrittenAsIs {
      bytes.append(byte)
    } else {
      specialCharacter(scalar)
    }
  }

  private mutating func specialCharacter(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append(contentsOf: "\\\"".utf8)
    case "\\": bytes.append(contentsOf: "\\\\".utf8)
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    case _ where JSONEscaping.mustEscape(scalar):
      bytes.append(contentsOf: JSONEscaping.escape(scalar).utf8)
    default:
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

extension UInt8 {
  /// Printable ASCII that stands for itself in a string.
  @inline(__always)
  fileprivate var isWrittenAsIs: Bool {
    self >= 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
