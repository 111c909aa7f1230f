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
    var index = start
    while index < text.count, isOfHost(text[index]) {
      if text[index] == dash, text[index - 1] == dash { return false }
      index += 1
    }
    guard index > start else { return false }
    if index < text.count, text[index] == UInt8(ascii: ":") {
      let port = index + 1
      index = port
      while index < text.count, isDigit(text[index]) { index += 1 }
      guard 1...4 ~= index - port else { return false }
    }
    guard index < text.count else { return true }
    guard text[index] == UInt8(ascii: "/") || text[index] == UInt8(ascii: "?") else { return false }
    return text[index...].allSatisfy(standsForItself)
  }

  private static func endOfScheme(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    if text.starts(with: "https://".utf8) { return 8 }
    return text.starts(with: "http://".utf8) ? 7 : nil
  }

  private static let dash = UInt8(ascii: "-")

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || isDigit(byte) || byte == UInt8(ascii: ".")
      || byte == dash
  }

  /// Letters, digits and `-._~!$&'()*+,;=:@/?`: a bit for each byte below 64, and for each above.
  private static func standsForItself(_ byte: UInt8) -> Bool {
    let bits: UInt64 = byte < 64 ? 0xAFFF_FFD2_0000_0000 : 0x47FF_FFFE_87FF_FFFF
    return byte < 128 && bits >> UInt64(byte & 63) & 1 == 1
  }
}
