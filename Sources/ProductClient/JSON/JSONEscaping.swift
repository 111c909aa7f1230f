/// Which characters of a text are never shown or written as they are.
package enum JSONEscaping {
  /// Control characters (C0, DEL, C1), which steer terminals; line and paragraph separators, which
  /// some readers take for the end of a line; and the marks that turn the direction of all that
  /// follows. Plain right-to-left letters need none of them.
  @inline(__always)
  package static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// `\uXXXX` for a character of the basic plane.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The text with such characters escaped, and no others.
  static func escapingInvisible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: mustEscape) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if mustEscape(scalar) {
        result += escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
