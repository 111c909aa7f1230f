#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// URLs that are made when they are asked for.
///
/// To make a `URL` of a text costs more than to read a whole product around it, and most who load
/// products look at few of their URLs. So what came as text stays text, where it is plain that a URL
/// is made of it and reads like it; everything else is a URL from the start.
struct URLList: Sendable {
  /// Each is plain; see ``isPlain(_:)``. Empty where the URLs were there from the start.
  private let plainTexts: [String]
  private let made: [URL]

  init(_ urls: [URL]) {
    (plainTexts, made) = ([], urls)
  }

  /// - Parameter plainTexts: Texts for each of which ``isPlain(_:)`` says yes.
  init(plainTexts: [String]) {
    (self.plainTexts, made) = (plainTexts, [])
  }

  var urls: [URL] {
    plainTexts.isEmpty ? made : plainTexts.compactMap { URL(string: $0) }
  }

  var isEmpty: Bool { plainTexts.isEmpty && made.isEmpty }

  /// The URLs as they are written.
  var texts: [String] {
    plainTexts.isEmpty ? made.map(\.absoluteString) : plainTexts
  }
}

extension URLList: Hashable {
  static func == (left: URLList, right: URLList) -> Bool {
    if left.made.isEmpty, right.made.isEmpty { return left.plainTexts == right.plainTexts }
    return left.urls == right.urls
  }

  /// The same whichever way the URLs are kept.
  func hash(into hasher: inout Hasher) {
    hasher.combine(texts)
  }
}

extension URLList {
  /// Whether `URL(string:)` surely takes the text, and writes it as it is here: http or https, a name
  /// of letters, digits, dots and single dashes, maybe a short port, then nothing but characters that
  /// stand for themselves in path and query (RFC 3986 §3.3, §3.4).
  static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = endOfScheme(text) else { return false }
    guard let end = endOfHost(text, from: start), end > start else { return false }
    guard let index = endOfPort(text, from: end) else { return false }
    guard index < text.count else { return true }
    guard text[index] == UInt8(ascii: "/") || text[index] == UInt8(ascii: "?") else { return false }
    return standForThemselves(UnsafeBufferPointer(rebasing: text[index...]))
  }

  /// Whether there is nothing but letters, digits and `-._~!$&'()*+,;=:@/?`.
  private static func standForThemselves(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let (low, high): Characters = (0xAFFF_FFD2_0000_0000, 0x47FF_FFFE_87FF_FFFF)
    // No branch but the one that ends the loop: what each byte says is looked at in the end.
    var areIn: UInt64 = 1
    var all: UInt8 = 0
    for byte in text {
      all |= byte
      areIn &= (byte & 64 == 0 ? low : high) &>> UInt64(byte)
    }
    return areIn == 1 && all < 128
  }

  /// All eight bytes of the longer one at once; the shorter one lacks its fifth.
  private static func endOfScheme(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count >= 8 else { return nil }
    let word = UnsafeRawBufferPointer(text).loadUnaligned(as: UInt64.self).littleEndian
    if word == 0x2F2F_3A73_7074_7468 { return 8 }  // https://
    return word & 0xFF_FFFF_FFFF_FFFF == 0x2F_2F3A_7074_7468 ? 7 : nil  // http://
  }

  /// nil when there are two dashes in a row.
  private static func endOfHost(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < text.count, isOfHost(text[index]) {
      if text[index] == UInt8(ascii: "-"), text[index - 1] == UInt8(ascii: "-") { return nil }
      index += 1
    }
    return index
  }

  /// The same place where there is no port; nil where what should be one is none, or long.
  private static func endOfPort(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard start < text.count, text[start] == UInt8(ascii: ":") else { return start }
    var index = start + 1
    while index < text.count, text[index].isDigit { index += 1 }
    return 1...4 ~= index - start - 1 ? index : nil
  }

  /// A set of ASCII characters: a bit for each byte below 64, and for each above.
  private typealias Characters = (low: UInt64, high: UInt64)

  /// Small letters, digits, dots and dashes.
  private static func isOfHost(_ byte: UInt8) -> Bool {
    let (low, high): Characters = (0x03FF_6000_0000_0000, 0x07FF_FFFE_0000_0000)
    return byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte) & 1 == 1
  }
}
