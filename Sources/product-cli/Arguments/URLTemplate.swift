import Foundation
import ProductClient

/// A URL with a place for the id, as in `https://shop.example/products/{id}.json`.
struct URLTemplate: Hashable, Sendable {
  /// What surrounds the ids: one piece more than there are places.
  private let pieces: [String]

  static let placeholder = "{id}"

  /// As it was given.
  var text: String { pieces.joined(separator: Self.placeholder) }

  /// Without its query, where keys may be.
  var shown: String {
    text.firstIndex(of: "?").map { text[..<$0] + "?…" } ?? text
  }

  struct Fault: Error, Hashable, CustomStringConvertible {
    let description: String
  }

  /// Checks the text, once and for all ids: whatever an id is, it cannot choose the host.
  init(_ text: String) throws(Fault) {
    pieces = Self.split(text)
    guard pieces.count > 1 else { throw Fault(description: "it has no {id} in it") }
    let sample = pieces.joined(separator: "id")
    guard !sample.contains("{"), !sample.contains("}") else {
      throw Fault(description: "{id} is the only place that is filled in")
    }
    guard let url = URL(string: sample) else { throw Fault(description: "it is not a URL") }
    // What stands before the colon of `key:@host` is no scheme to be named, but a secret.
    guard sample.contains("://") else { throw Fault(description: "it does not say http://") }
    if let reason = URLRules.fault(in: url) { throw Fault(description: reason) }
    guard Self.isBehindHost(pieces[0]) else {
      throw Fault(description: "{id} must stand in the path or the query")
    }
  }

  /// The URL for an id. All but letters, digits and `-._~` is percent-encoded, slashes included:
  /// an id is one segment of a path, and never leads elsewhere.
  func url(for id: some CustomStringConvertible) throws(Fault) -> URL {
    let text = pieces.joined(separator: Self.encoded(id.description))
    guard let url = URL(string: text), !Self.leadsElsewhere(text) else {
      throw Fault(description: "this id would lead to another folder")
    }
    return url
  }

  /// A template as it may be shown, usable or not: without user information. A password may hold
  /// slashes that somebody forgot to encode, and so all before the last `@` is left out.
  static func redacted(_ text: String) -> String {
    guard let at = text.lastIndex(of: "@") else { return text }
    let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) } ?? ""
    return scheme + "…" + text[at...]
  }

  private static func split(_ text: String) -> [String] {
    var pieces: [String] = []
    var rest = text[...]
    while let place = rest.firstRange(of: placeholder) {
      pieces.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return pieces + [String(rest)]
  }

  private static func isBehindHost(_ start: String) -> Bool {
    guard let authority = start.firstRange(of: "://"), !start.contains("#") else { return false }
    return start[authority.upperBound...].contains { $0 == "/" || $0 == "?" }
  }

  /// Whether a segment of the path is `.` or `..`, which every server and client takes away.
  private static func leadsElsewhere(_ text: String) -> Bool {
    text.prefix { $0 != "?" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// RFC 3986 §2.3
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "-._~".utf8.contains(byte)
    }
  }
}
