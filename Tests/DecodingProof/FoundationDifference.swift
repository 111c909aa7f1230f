import Foundation

/// Documents that Foundation may read otherwise, and why it is not the one to follow.
package enum FoundationDifference: String, CaseIterable, Sendable {
  /// It passes over a byte order mark, and takes zero bytes at the start for UTF-16 or UTF-32. RFC 8259
  /// §8.1 wants UTF-8, and no mark.
  case otherEncoding = "Foundation: other encodings"
  /// It allows a comma before a closing bracket; the grammar does not.
  case trailingComma = "Foundation: comma at the end"
  /// It refuses numbers that no `Double` holds, wherever they stand, and some amounts that `Decimal`
  /// does hold, when their exponent is far off before their zeros are counted.
  case largeNumber = "Foundation: large number"
  /// A whole number with a point or an exponent it reads as a `Double`; beyond 2^53 that is not exact,
  /// and then it says that it is none.
  case largeWholeNumber = "Foundation: large whole number"

  static func of(_ document: [UInt8], _ value: TextbookValue?) -> FoundationDifference? {
    if document.starts(with: [0xEF, 0xBB, 0xBF]) || document.prefix(4).contains(0)
      || document.starts(with: [0xFE, 0xFF]) || document.starts(with: [0xFF, 0xFE])
    {
      return .otherEncoding
    }
    if hasTrailingComma(document) { return .trailingComma }
    if let value, value.contains(where: { $0.isLargeNumber }) { return .largeNumber }
    if let value, value.contains(where: { $0.isLargeWholeNumber }) { return .largeWholeNumber }
    return nil
  }

  private static func hasTrailingComma(_ document: [UInt8]) -> Bool {
    let marks = Pieces(of: document).ranges.map { document[$0.lowerBound] }
      .filter { !" \t\r\n".utf8.contains($0) }
    return zip(marks, marks.dropFirst()).contains { first, second in
      first == UInt8(ascii: ",") && (second == UInt8(ascii: "]") || second == UInt8(ascii: "}"))
    }
  }
}

extension TextbookValue {
  /// Whether something holds of it, or of anything in it.
  fileprivate func contains(where predicate: (TextbookValue) -> Bool) -> Bool {
    if predicate(self) { return true }
    switch self {
    case .array(let elements): return elements.contains { $0.contains(where: predicate) }
    case .object(let members): return members.contains { $0.value.contains(where: predicate) }
    default: return false
    }
  }

  fileprivate var isLargeNumber: Bool {
    guard case .number(let text) = self, let value = Double(text) else { return false }
    return value.isInfinite || Decimal(string: text) == nil
  }

  fileprivate var isLargeWholeNumber: Bool {
    guard case .number(let text) = self, text.contains(where: { ".eE".contains($0) }),
      let integer = TextbookNumber(text)?.integer
    else { return false }
    return integer.magnitude >= 1 << 53
  }
}
