/// The head of a request, with what it says about the connection and the body to come.
struct RequestHead {
  let request: FixtureRequest
  /// Whether the client wants the connection closed after the answer.
  let closes: Bool
  let bodyLength: Int

  /// Why a request is not taken. It is answered with the status, and the connection closed.
  enum Refusal: Int, Error {
    case malformed = 400
    case bodyTooLarge = 413
    case headTooLarge = 431
    case chunkedBody = 501
    case notHTTP1 = 505
  }

  static let largestHead = 64 << 10
  static let largestBody = 16 << 20

  /// Reads a head: the request line, the field lines, without the empty line at the end.
  init(_ head: ArraySlice<UInt8>) throws(Refusal) {
    let lineEnd = head.firstIndex(of: UInt8(ascii: "\n")) ?? head.endIndex
    let words = head[..<lineEnd].trimmed.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, words.allSatisfy({ !$0.isEmpty }) else { throw .malformed }
    guard words[2].starts(with: "HTTP/1.".utf8) else { throw .notHTTP1 }
    let block = head[min(lineEnd + 1, head.endIndex)...]
    guard Self.value(of: "transfer-encoding", in: block) == nil else { throw .chunkedBody }
    bodyLength = try Self.bodyLength(in: block)
    closes = Self.closes(version: words[2], connection: Self.value(of: "connection", in: block))
    request = FixtureRequest(
      method: String(decoding: words[0], as: UTF8.self),
      target: String(decoding: words[1], as: UTF8.self),
      block: Array(block)
    )
  }

  private static func bodyLength(in block: ArraySlice<UInt8>) throws(Refusal) -> Int {
    guard let value = value(of: "content-length", in: block) else { return 0 }
    guard let length = Int(value), length >= 0 else { throw .malformed }
    guard length <= largestBody else { throw .bodyTooLarge }
    return length
  }

  private static func closes(version: ArraySlice<UInt8>, connection: String?) -> Bool {
    let options = connection?.lowercased() ?? ""
    if options.contains("close") { return true }
    return version.elementsEqual("HTTP/1.0".utf8) && !options.contains("keep-alive")
  }

  /// The first value of the field; the name in lower case.
  private static func value(of name: StaticString, in block: ArraySlice<UInt8>) -> String? {
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    for line in block.split(separator: UInt8(ascii: "\n")) where line.count > wanted.count {
      let colon = line.startIndex + wanted.count
      guard line[colon] == UInt8(ascii: ":"),
        zip(line, wanted).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
      else { continue }
      return String(decoding: line[(colon + 1)...].trimmed, as: UTF8.self)
    }
    return nil
  }
}
