import ProductClient

/// One thing to do on a connection.
enum WireStep: Hashable, Sendable {
  case send([UInt8])
  case pause(Duration)
  /// Sends the bytes in pieces, with a pause before each.
  case drip([UInt8], size: Int, every: Duration)
  /// Sends nothing more and waits until the client leaves.
  case hold
  /// Ends the connection in an orderly way.
  case close
  /// Ends the connection with a reset.
  case reset
}

/// What a reply is on the wire: a list of steps, made without touching the wire.
///
/// Head and body are one step, so that they go out with one write. If the last step is neither
/// of `hold`, `close` and `reset`, the connection is ready for the next request.
struct WirePlan {
  private let reply: FixtureReply
  private let closes: Bool
  private let omitsBody: Bool

  /// - Parameters:
  ///   - method: the request's; the answer to HEAD has no body.
  ///   - closes: whether the client wants the connection closed after the answer.
  init(_ reply: FixtureReply, method: String, closes: Bool) {
    self.reply = reply
    omitsBody = method == "HEAD" || reply.status == 204 || reply.status == 304
    self.closes = closes || reply.framing == .untilClose || reply.framing == .raw
  }

  var steps: [WireStep] {
    let end: [WireStep] = closes ? [.close] : []
    switch reply.fault {
    case nil:
      return [.send(head + body())] + end
    case .delay(let duration):
      return [.pause(duration), .send(head + body())] + end
    case .silence:
      return [.hold]
    case .stall(let count):
      return [.send(head + body(upTo: count)), .hold]
    case .cut(let count):
      return [.send(head + body(upTo: count)), .close]
    case .cutHead(let count):
      return [.send(Array(head.prefix(max(0, count)))), .close]
    case .reset(let count):
      return [.send(head + body(upTo: count)), .reset]
    case .resetBeforeHead:
      return [.reset]
    case .drip(let size, let pause):
      return [.send(head), .drip(body(), size: max(1, size), every: pause)] + end
    case .malformedHead(let bytes):
      return [.send(bytes), .close]
    }
  }
}

extension WirePlan {
  /// The interim heads and the head, up to and including the empty line.
  var head: [UInt8] {
    guard reply.framing != .raw else { return [] }
    var text = ""
    for interim in reply.interim {
      text += "HTTP/1.1 \(interim.status) \r\n\(Self.lines(interim.fields))\r\n"
    }
    text += "HTTP/1.1 \(reply.status) \r\n\(Self.lines(reply.fields))\(framingLines)\r\n"
    return Array(text.utf8)
  }

  private var framingLines: String {
    var lines = ""
    let isFramed = (reply.fields["Content-Length"] ?? reply.fields["Transfer-Encoding"]) != nil
    switch reply.framing {
    case .contentLength where !isFramed && reply.status != 204 && reply.status != 304:
      lines = "Content-Length: \(reply.body.count)\r\n"
    case .chunked where !isFramed:
      lines = "Transfer-Encoding: chunked\r\n"
    default:
      break
    }
    if closes, reply.fields["Connection"] == nil { lines += "Connection: close\r\n" }
    return lines
  }

  /// The framed body; with a count, only what comes until so many bytes of content.
  private func body(upTo count: Int? = nil) -> [UInt8] {
    guard !omitsBody else { return [] }
    let end = min(max(0, count ?? .max), reply.body.count)
    guard case .chunked(let size) = reply.framing else { return Array(reply.body[..<end]) }
    let chunks = chunks(of: max(1, size), upTo: end)
    guard count == nil else { return chunks }
    return chunks + Array("0\r\n\(Self.lines(reply.trailers))\r\n".utf8)
  }

  private func chunks(of size: Int, upTo end: Int) -> [UInt8] {
    var wire: [UInt8] = []
    var start = 0
    while start < end {
      let chunkEnd = min(start + size, reply.body.count)
      wire += Array("\(String(chunkEnd - start, radix: 16))\r\n".utf8)
      wire += reply.body[start..<min(chunkEnd, end)]
      if chunkEnd <= end { wire += [0x0D, 0x0A] }
      start = chunkEnd
    }
    return wire
  }

  private static func lines(_ fields: some Sequence<HTTPField>) -> String {
    fields.reduce(into: "") { $0 += "\($1.name): \($1.value)\r\n" }
  }
}
