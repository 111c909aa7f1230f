extension JSONScanner {
  /// Reads a number from its sign or first digit on (RFC 8259 §6). What follows it is judged by
  /// whoever reads on.
  mutating func scanNumber() throws(JSONSyntaxError) -> JSONToken {
    let start = position
    var kind = JSONToken.Kind.integer
    if current == UInt8(ascii: "-") { position += 1 }
    try scanIntegerPart()
    if current == UInt8(ascii: ".") {
      position += 1
      kind = .number
      try scanDigits()
    }
    if current | 0x20 == UInt8(ascii: "e") {
      position += 1
      kind = .number
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try scanDigits()
    }
    return JSONToken(kind, offset: start, extent: position - start)
  }

  private mutating func scanIntegerPart() throws(JSONSyntaxError) {
    guard current == UInt8(ascii: "0") else { return try scanDigits() }
    position += 1
    if current.isDigit {
      throw JSONSyntaxError(offset: position - 1, reason: "a number that begins with 0")
    }
  }

  private mutating func scanDigits() throws(JSONSyntaxError) {
    guard current.isDigit else { throw unexpected("a digit") }
    repeat { position += 1 } while current.isDigit
  }
}

extension UInt8 {
  @inline(__always)
  var isDigit: Bool {
    UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9")
  }
}
