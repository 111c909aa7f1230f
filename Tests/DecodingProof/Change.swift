import DeliveryProof

/// The ways in which documents are spoiled, or only changed.
enum Change: String, CaseIterable, Sendable {
  case flippedBit, insertedByte, deletedByte, badUTF8, escaped
  case duplicated, deleted, truncated, trailing
  case swapped, spliced, replaced, emptied
  case oddNumber, grownNumber, nested, repeatedMember, renamedKey, keyInOtherCase

  func apply(
    to document: inout [UInt8], _ random: inout SeededGenerator, other: [UInt8]
  ) {
    switch self {
    case .flippedBit, .insertedByte, .deletedByte, .badUTF8, .escaped:
      changeByte(of: &document, &random)
    case .duplicated, .deleted, .truncated, .trailing:
      changeSpan(of: &document, &random)
    case .swapped, .spliced, .replaced, .emptied:
      changePieces(of: &document, &random, other: other)
    case .oddNumber, .grownNumber, .nested:
      changeValue(of: &document, &random)
    case .repeatedMember, .renamedKey, .keyInOtherCase:
      changeKey(of: &document, &random)
    }
  }

  private func changeByte(of document: inout [UInt8], _ random: inout SeededGenerator) {
    guard !document.isEmpty else { return }
    let place = random.below(document.count)
    switch self {
    case .flippedBit: document[place] ^= 1 << UInt8(random.below(8))
    case .insertedByte:
      let byte =
        random.once(in: 2) ? random.element(Array("\"\\,:{}[]0-. ".utf8)) : UInt8(random.below(256))
      document.insert(byte, at: place)
    case .deletedByte: document.remove(at: place)
    case .badUTF8: document.insert(contentsOf: random.element(Self.badUTF8Bytes), at: place)
    default:
      guard 0x20..<0x7F ~= document[place] else { return }
      let digits = String(document[place], radix: 16)
      document.replaceSubrange(place...place, with: "\\u00\(digits)".utf8)
    }
  }

  private static let badUTF8Bytes: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
    [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
    [0xFF],
    [0xC3, 0xA9], [0xF0, 0x9F, 0x98, 0x80], [0xEF, 0xBF, 0xBF],
  ]

  private func changeSpan(of document: inout [UInt8], _ random: inout SeededGenerator) {
    let start = random.below(document.count + 1)
    let end = min(document.count, start + random.below(random.once(in: 4) ? 200 : 12))
    switch self {
    case .duplicated: document.insert(contentsOf: document[start..<end], at: end)
    case .deleted: document.removeSubrange(start..<end)
    case .truncated: document.removeSubrange(start...)
    default:
      document += Array(
        random.element([" ", "\n", "\0", "{}", "]", "}", ",", "x", "\u{FEFF}"]).utf8)
    }
  }

  private func changePieces(
    of document: inout [UInt8], _ random: inout SeededGenerator, other: [UInt8]
  ) {
    let pieces = Pieces(of: document)
    guard let piece = random.maybe(pieces.ranges) else { return }
    switch self {
    case .swapped:
      let second = random.element(pieces.ranges)
      let (low, high) = piece.lowerBound < second.lowerBound ? (piece, second) : (second, piece)
      guard low != high else { return }
      let (first, last) = (Array(document[low]), Array(document[high]))
      document.replaceSubrange(high, with: first)
      document.replaceSubrange(low, with: last)
    case .spliced:
      guard let from = random.maybe(Pieces(of: other).ranges) else { return }
      let end = min(other.count, from.upperBound + random.below(40))
      document.replaceSubrange(piece, with: other[from.lowerBound..<end])
    case .replaced:
      guard let value = random.maybe(pieces.values(of: document)) else { return }
      let isSmall = other.count < 4096 && random.once(in: 4)
      document.replaceSubrange(value, with: isSmall ? other : Self.oddValue(&random))
    default:
      guard let value = random.maybe(pieces.values(of: document)) else { return }
      document.replaceSubrange(value, with: random.element(["", "\"\"", "null", "[]", "{}"]).utf8)
    }
  }

  private static func oddValue(_ random: inout SeededGenerator) -> [UInt8] {
    let pool = random.element([
      OddValues.numbers, OddValues.strings, OddValues.others,
      OddValues.dates.map { "\"\($0)\"" }, OddValues.urls.map { "\"\($0)\"" },
      OddValues.urls.map { "[\"https://img.example.com/\",\"\($0)\"]" },
    ])
    return Array(random.element(pool).utf8)
  }

  private func changeValue(of document: inout [UInt8], _ random: inout SeededGenerator) {
    let pieces = Pieces(of: document)
    if self == .nested {
      guard let value = random.maybe(pieces.values(of: document)) else { return }
      let depth = random.once(in: 4) ? 505 + random.below(12) : 1 + random.below(3)
      let (open, close) = random.element([("[", "]"), ("{\"a\":", "}"), ("[{\"\":", "}]")])
      let copy = Array(document[value])
      let before = Array(String(repeating: open, count: depth).utf8)
      let after = Array(String(repeating: close, count: depth).utf8)
      return document.replaceSubrange(value, with: before + copy + after)
    }
    guard let number = random.maybe(pieces.numbers(of: document)) else { return }
    guard self == .grownNumber else {
      return document.replaceSubrange(number, with: random.element(OddValues.numbers).utf8)
    }
    let place = number.lowerBound + random.below(number.count + 1)
    let digits = random.element([
      "0", "9", "00000000000000000000000000000000000000", ".", "e", "E-", "e5", "-",
    ])
    document.insert(contentsOf: digits.utf8, at: place)
  }

  private func changeKey(of document: inout [UInt8], _ random: inout SeededGenerator) {
    let pieces = Pieces(of: document)
    guard let key = random.maybe(pieces.keys(of: document)) else { return }
    switch self {
    case .repeatedMember:
      let value = random.once(in: 3) ? Self.oddValue(&random) : Array("null".utf8)
      let member = Array(document[key]) + Array(":".utf8) + value + Array(",".utf8)
      let place = random.once(in: 2) ? key : random.element(pieces.keys(of: document))
      document.insert(contentsOf: member, at: place.lowerBound)
    case .renamedKey:
      document.replaceSubrange(key, with: "\"\(random.element(OddValues.keys))\"".utf8)
    default:
      let place = key.lowerBound + random.below(key.count)
      if document[place] | 0x20 >= UInt8(ascii: "a") { document[place] ^= 0x20 }
    }
  }
}

extension SeededGenerator {
  /// One of them; nil when there is none.
  fileprivate mutating func maybe<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : element(elements)
  }
}
