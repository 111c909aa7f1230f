extension String: JSONScalar {
  static func read(_ document: JSONDocument, at token: Int) -> String? {
    document.string(at: token)
  }

  static func expectation(under rules: JSONRules) -> JSONExpectation {
    .string(flaw: "the string cannot be read")
  }
}

extension Bool: JSONScalar {
  static func read(_ document: JSONDocument, at token: Int) -> Bool? {
    switch document.tokens[token].kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  static func expectation(under rules: JSONRules) -> JSONExpectation {
    JSONExpectation(phrase: "a boolean", flaw: "the boolean cannot be read") {
      $0.kind == .true || $0.kind == .false
    }
  }
}

extension JSONScalar where Self: FixedWidthInteger {
  /// Reads a whole number; `1.0` and `1e2` are whole too.
  static func read(_ document: JSONDocument, at index: Int) -> Self? {
    let token = document.tokens[index]
    guard token.isNumber else { return nil }
    return document.withBytes(of: token) { text in
      if token.kind == .integer, text.count <= 18 { return Self(exactly: Int64(digits: text)) }
      return JSONNumber(text)?.integer(Self.self)
    }
  }

  static func expectation(under rules: JSONRules) -> JSONExpectation {
    .number("a whole number", flaw: "the number does not fit \(Self.self)")
  }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension Int128: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
extension UInt128: JSONScalar {}

extension Double: JSONScalar {
  /// Reads the nearest `Double`. A number that would become infinite, or 0 without being 0, is
  /// none.
  static func read(_ document: JSONDocument, at index: Int) -> Double? {
    let token = document.tokens[index]
    guard token.isNumber else { return nil }
    return document.withBytes(of: token) { text in
      let number = JSONNumber(text)
      return number?.double ?? Double.parse(text)
    }
  }

  static func expectation(under rules: JSONRules) -> JSONExpectation {
    .number(flaw: "the number does not fit Double")
  }
}

extension Float: JSONScalar {
  /// Reads the nearest `Float` straight from the text: by way of `Double` it could be rounded twice.
  static func read(_ document: JSONDocument, at index: Int) -> Float? {
    let token = document.tokens[index]
    guard token.isNumber else { return nil }
    return document.withBytes(of: token) { Float.parse($0) }
  }

  static func expectation(under rules: JSONRules) -> JSONExpectation {
    .number(flaw: "the number does not fit Float")
  }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  fileprivate static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Self? {
    guard let value = Self(String(decoding: text, as: UTF8.self)), value.isFinite,
      !value.isZero || text.isZero
    else { return nil }
    return value
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the number has no digit but 0 before its exponent.
  fileprivate var isZero: Bool {
    prefix { $0 | 0x20 != UInt8(ascii: "e") }
      .allSatisfy { !(UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0) }
  }
}

extension Int64 {
  /// Reads an optional sign and at most 18 digits, which cannot overflow.
  fileprivate init(digits text: UnsafeBufferPointer<UInt8>) {
    let isNegative = text.first == UInt8(ascii: "-")
    var value: Int64 = 0
    for index in (isNegative ? 1 : 0)..<text.count {
      value = value &* 10 &+ Int64(text[index] & 0x0F)
    }
    self = isNegative ? -value : value
  }
}
