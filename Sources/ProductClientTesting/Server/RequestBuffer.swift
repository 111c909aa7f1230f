/// Makes requests of the bytes of a connection, however they are cut into reads.
struct RequestBuffer {
  private var bytes: [UInt8] = []
  /// Where the next request, or the rest of a body, starts.
  private var start = 0
  /// Up to where the end of the head was looked for already.
  private var searched = 0
  private var waiting: RequestHead?
  private var bodyLeft = 0

  mutating func append(_ more: [UInt8]) {
    if start == bytes.count {
      bytes = more
      start = 0
      searched = 0
    } else {
      bytes.append(contentsOf: more)
    }
  }

  /// The next request whose head and body are there; nil: more bytes are needed.
  mutating func next() throws(RequestHead.Refusal) -> RequestHead? {
    if waiting == nil {
      guard let head = try nextHead() else { return nil }
      waiting = head
      bodyLeft = head.bodyLength
    }
    let skipped = min(bodyLeft, bytes.count - start)
    bodyLeft -= skipped
    start += skipped
    searched = start
    return bodyLeft == 0 ? waiting.take() : nil
  }

  private mutating func nextHead() throws(RequestHead.Refusal) -> RequestHead? {
    skipEmptyLines()
    guard let end = endOfHead() else {
      if bytes.count - start > RequestHead.largestHead { throw .headTooLarge }
      return nil
    }
    guard end - start <= RequestHead.largestHead else { throw .headTooLarge }
    defer {
      start = end + 1
      if start > RequestHead.largestHead { dropUsed() }
    }
    return try RequestHead(bytes[start..<end])
  }

  /// Passes over line ends before a request line (RFC 9112 §2.2).
  private mutating func skipEmptyLines() {
    while start < bytes.count, bytes[start] == 0x0D || bytes[start] == 0x0A { start += 1 }
    searched = max(searched, start)
  }

  /// Where the line feed of the empty line stands that ends the head.
  private mutating func endOfHead() -> Int? {
    var lineFeed: Int?
    var index = max(start, searched - 3)
    while index < bytes.count {
      if bytes[index] == 0x0A {
        if let last = lineFeed, index - last == 1 || (index - last == 2 && bytes[index - 1] == 0x0D)
        {
          return index
        }
        lineFeed = index
      }
      index += 1
    }
    searched = bytes.count
    return nil
  }

  private mutating func dropUsed() {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
  }
}
