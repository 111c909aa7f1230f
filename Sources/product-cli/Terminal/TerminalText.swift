import ProductClient

/// Makes text from anywhere fit to be shown on a terminal.
///
/// A terminal obeys control characters, wherever they come from: a product named `ESC ]0;…` would
/// rename the window, and worse. Marks that turn the direction of text can make a line read as
/// something that it does not say.
enum TerminalText {
  /// The text with each such character written as `\u{1b}`.
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: JSONEscaping.mustEscape) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if JSONEscaping.mustEscape(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text cut to a width in columns, with `…` at its end if anything is missing.
  static func truncated(_ text: String, to columns: Int) -> String {
    guard DisplayWidth.of(text) > columns else { return text }
    var used = 0
    let kept = text.prefix { character in
      used += DisplayWidth.of(character)
      return used < columns
    }
    return kept + "…"
  }

  /// The text with spaces after it, or before it, so that it fills so many columns.
  static func padded(_ text: String, to columns: Int, isRightAligned: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, columns - DisplayWidth.of(text)))
    return isRightAligned ? space + text : text + space
  }
}
