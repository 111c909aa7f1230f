import Foundation

/// The host that a URL names, as far as its text tells.
enum URLHost: Hashable, Sendable {
  /// An address: of version 4 in any of the forms that inet_aton(3) reads, of version 6 without
  /// its zone.
  case address(IPAddress)
  /// A name, in small letters and without the dot at its end.
  case name(String)
  /// None, or one that different programs may read differently. Nobody needs such a host.
  case malformed

  init(of url: URL) {
    let text = url.absoluteString
    // In ASCII a character is a byte, and nothing can hide in one.
    self =
      text.utf8.allSatisfy { $0 < 0x80 } ? URLHost(authority: Self.authority(of: text)) : .malformed
  }

  /// RFC 3986 §3.2.
  private static func authority(of text: String) -> Substring {
    guard let slashes = text.firstRange(of: "://") else { return "" }
    let authority = text[slashes.upperBound...].prefix { !"/?#".contains($0) }
    return authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
  }

  private init(authority: Substring) {
    guard !authority.hasPrefix("[") else {
      let literal = authority.dropFirst().prefix { $0 != "]" && $0 != "%" }
      let address = IPAddress(String(literal))
      self = address.flatMap { $0.bytes.count == 16 ? .address($0) : nil } ?? .malformed
      return
    }
    var host = authority.prefix { $0 != ":" }.lowercased()
    if host.hasSuffix(".") { host.removeLast() }
    guard !host.isEmpty, !host.hasSuffix("."), !host.contains(where: { "%\\".contains($0) }) else {
      self = .malformed
      return
    }
    self = Self.namesNumber(host) ? Self.numeric(host) : .name(host)
  }

  /// Whether the last label is a number, as no top-level domain is
  /// (<https://url.spec.whatwg.org/#ends-in-a-number-checker>).
  private static func namesNumber(_ host: String) -> Bool {
    let last = host.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    let hexadecimals = last.hasPrefix("0x") ? last.dropFirst(2) : nil
    return hexadecimals?.allSatisfy(\.isHexDigit)
      ?? (!last.isEmpty && last.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
  }

  /// One to four numbers; the last fills the bytes that are left.
  private static func numeric(_ host: String) -> URLHost {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { number($0) }
    guard numbers.count == parts.count, let last = numbers.last, numbers.count <= 4,
      numbers.dropLast().allSatisfy({ $0 <= 255 }), last < 1 << (8 * UInt64(5 - numbers.count))
    else { return .malformed }
    let lastBytes = withUnsafeBytes(of: last.bigEndian) { Array($0.suffix(5 - numbers.count)) }
    let bytes = numbers.dropLast().map { UInt8($0) } + lastBytes
    return IPAddress(bytes: bytes).map(URLHost.address) ?? .malformed
  }

  /// As C reads one: hexadecimal after `0x`, octal after `0`.
  private static func number(_ text: Substring) -> UInt64? {
    // A sign is no part of a number here, though Swift would read it.
    guard text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") }) else { return nil }
    if text.hasPrefix("0x") { return UInt64(text.dropFirst(2), radix: 16) }
    return UInt64(text, radix: text.hasPrefix("0") ? 8 : 10)
  }
}
