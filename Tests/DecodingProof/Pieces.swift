/// The pieces of a document that mean something by themselves, found without asking whether the whole
/// is JSON: strings with their quotation marks, words and numbers, brackets, commas, colons.
struct Pieces {
  private(set) var ranges: [Range<Int>] = []

  init(of document: [UInt8]) {
    var position = 0
    while position < document.count {
      let start = position
      position += 1
      switch document[start] {
      case UInt8(ascii: "\""):
        while position < document.count, document[position] != UInt8(ascii: "\"") {
          position += document[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, document.count)
      case let byte where Self.isPunctuation(byte):
        break
      default:
        while position < document.count, !Self.isPunctuation(document[position]),
          document[position] != UInt8(ascii: "\"")
        {
          position += 1
        }
      }
      ranges.append(start..<position)
    }
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
      true
    default: false
    }
  }
}

extension Pieces {
  /// Those that are not punctuation.
  func values(of document: [UInt8]) -> [Range<Int>] {
    ranges.filter { !Self.isPunctuation(document[$0.lowerBound]) }
  }

  /// Strings before a colon.
  func keys(of document: [UInt8]) -> [Range<Int>] {
    zip(ranges, ranges.dropFirst()).compactMap { piece, next in
      let isKey =
        document[piece.lowerBound] == UInt8(ascii: "\"")
        && document[next.lowerBound] == UInt8(ascii: ":")
      return isKey ? piece : nil
    }
  }

  func numbers(of document: [UInt8]) -> [Range<Int>] {
    ranges.filter {
      let first = document[$0.lowerBound]
      return first == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first
    }
  }
}
