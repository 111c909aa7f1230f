/// Reads a document once, from the first byte to the last, and notes each value on a tape.
///
/// Strict RFC 8259: what is not in its grammar is refused, a byte order mark, bad UTF-8 and lone
/// surrogates included. It does not call itself, so that no nesting exhausts the stack; deeper
/// than ``maximumNesting`` is refused.
struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  let maximumNesting: Int
  var position = 0
  private(set) var tokens: [JSONToken] = []
  /// The innermost container that is still open.
  private var open = Self.noContainer
  private var depth = 0
  /// The innermost open container has no member yet, so that no comma is due.
  private var isFresh = false

  private static let noContainer = JSONToken.maximumExtent

  init(_ bytes: UnsafeBufferPointer<UInt8>, maximumNesting: Int) {
    self.bytes = bytes
    self.maximumNesting = maximumNesting
    tokens.reserveCapacity(min(bytes.count / 16, 4096) + 8)
  }

  /// Reads the whole document.
  mutating func scanDocument() throws(JSONSyntaxError) {
    guard bytes.count < JSONToken.maximumExtent else {
      throw JSONSyntaxError(offset: 0, reason: "the document is larger than 256 MiB")
    }
    skipWhiteSpace()
    try scanValue()
    while open != Self.noContainer {
      skipWhiteSpace()
      if tokens[open].kind == .object {
        try scanObjectStep()
      } else {
        try scanArrayStep()
      }
    }
    skipWhiteSpace()
    guard position == bytes.count else {
      throw unexpected("the end of the document")
    }
  }

  private mutating func scanArrayStep() throws(JSONSyntaxError) {
    if current == UInt8(ascii: "]") { return close() }
    try scanComma(or: "]")
    try scanValue()
  }

  private mutating func scanObjectStep() throws(JSONSyntaxError) {
    if current == UInt8(ascii: "}") { return close() }
    try scanComma(or: "}")
    guard current == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
    tokens.append(try scanString())
    skipWhiteSpace()
    guard current == UInt8(ascii: ":") else { throw unexpected("\":\"") }
    position += 1
    skipWhiteSpace()
    try scanValue()
  }

  /// Passes the comma that stands before every member but the first.
  private mutating func scanComma(or close: StaticString) throws(JSONSyntaxError) {
    if isFresh { return }
    guard current == UInt8(ascii: ",") else { throw unexpected("\",\" or \"\(close)\"") }
    position += 1
    skipWhiteSpace()
  }

  /// Reads a scalar, or the opening bracket of a container.
  private mutating func scanValue() throws(JSONSyntaxError) {
    isFresh = false
    switch current {
    case UInt8(ascii: "\""): tokens.append(try scanString())
    case UInt8(ascii: "{"): try openContainer(.object)
    case UInt8(ascii: "["): try openContainer(.array)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      tokens.append(try scanNumber())
    case UInt8(ascii: "t"): try scanWord("true", .true)
    case UInt8(ascii: "f"): try scanWord("false", .false)
    case UInt8(ascii: "n"): try scanWord("null", .null)
    default: throw unexpected("a value")
    }
  }

  private mutating func openContainer(_ kind: JSONToken.Kind) throws(JSONSyntaxError) {
    guard depth < maximumNesting else {
      throw JSONSyntaxError(
        offset: position,
        reason: "the nesting is deeper than \(maximumNesting)"
      )
    }
    tokens.append(JSONToken(kind, offset: position, extent: open))
    open = tokens.count - 1
    depth += 1
    position += 1
    isFresh = true
  }

  private mutating func close() {
    let outer = tokens[open].extent
    tokens[open].extent = tokens.count
    open = outer
    depth -= 1
    position += 1
    isFresh = false
  }

  private mutating func scanWord(
    _ word: StaticString,
    _ kind: JSONToken.Kind
  ) throws(JSONSyntaxError) {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard current == word.utf8Start[index] else {
        throw JSONSyntaxError(offset: start, reason: "expected a value, found an unknown word")
      }
      position += 1
    }
    tokens.append(JSONToken(kind, offset: start, extent: position - start))
  }

  /// The byte at the position; 0 at the end, which no rule outside of strings accepts.
  @inline(__always)
  var current: UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  @inline(__always)
  private mutating func skipWhiteSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  func unexpected(_ expected: String) -> JSONSyntaxError {
    let found = position < bytes.count ? "something else" : "the end of the document"
    return JSONSyntaxError(offset: position, reason: "expected \(expected), found \(found)")
  }
}

extension JSONScanner {
  /// The containers that are open, the outermost first: the way to where reading stopped.
  var openContainers: [Int] {
    var chain: [Int] = []
    var container = open
    while container != Self.noContainer {
      chain.append(container)
      container = tokens[container].extent
    }
    return chain.reversed()
  }
}

/// Where and why a text is not JSON.
struct JSONSyntaxError: Error {
  let offset: Int
  let reason: String
}
