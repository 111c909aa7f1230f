/// What stands at a place of a body, for error messages.
enum JSONExcerpt {
  /// The text around `offset`, a few dozen characters, escaped; `…` where more was left out.
  static func around(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let start = boundary(near: max(0, offset - 12), in: bytes)
    let end = boundary(near: min(bytes.count, offset + 36), in: bytes)
    let text = String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
    let prefix = start > 0 ? "…" : ""
    let suffix = end < bytes.count ? "…" : ""
    return prefix + JSONEscaping.escapingInvisible(text) + suffix
  }

  /// The start of the character that a byte belongs to; in broken UTF-8 the byte itself.
  private static func boundary(near index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    for candidate in stride(from: index, to: max(-1, index - 4), by: -1) {
      if candidate == bytes.count || bytes[candidate] & 0xC0 != 0x80 { return candidate }
    }
    return index
  }
}
