import ProductClient

/// How a reply goes if the client only waits long enough: what arrives, when, and how it ends.
struct ReplyCourse {
  enum Ending: Hashable {
    case whole
    case broken(String)
    case tooLarge(String)
    /// Nothing more comes, and the connection stays.
    case hangs
  }

  /// When the first byte arrives; nil: none does.
  private(set) var firstByte: Duration? = .zero
  /// How much of the body arrives.
  private(set) var bodyBytes: Int
  /// When it is over; without meaning when it hangs.
  private(set) var end = Duration.zero
  private(set) var ending = Ending.whole
  /// How long the reply goes on too slowly, from its beginning on.
  private(set) var silence = Duration.zero
  private let bytesPerSecond: Int

  /// - Parameter bytesPerSecond: Less is too slow.
  init(_ reply: FixtureReply, limits: ExchangeLimits, bytesPerSecond: Int) {
    self.bytesPerSecond = max(1, bytesPerSecond)
    let omitsBody = reply.status == 204 || reply.status == 304
    bodyBytes = omitsBody ? 0 : reply.body.count
    if reply.framing == .raw {
      breakInHead("The answer is raw bytes, which are not parsed")
    }
    apply(reply.fault, of: reply)
    apply(limits, to: reply)
  }

  private mutating func apply(_ fault: Fault?, of reply: FixtureReply) {
    switch fault {
    case nil: break
    case .delay(let duration):
      (firstByte, end, silence) = (duration, duration, duration)
    case .silence:
      (firstByte, bodyBytes, ending) = (nil, 0, .hangs)
    case .stall(let count):
      bodyBytes = min(bodyBytes, max(0, count))
      ending = .hangs
    case .cut(let count):
      breakInBody(after: count, of: reply, "The connection was closed inside the body")
    case .reset(let count):
      breakInBody(after: count, of: reply, "Connection reset by peer")
    case .cutHead:
      breakInHead("The connection was closed inside the head")
    case .resetBeforeHead:
      breakInHead("Connection reset by peer")
      firstByte = nil
    case .malformedHead:
      breakInHead("The head is malformed")
    case .drip(let size, let pause):
      end = pause * ((bodyBytes + max(1, size) - 1) / max(1, size))
      if pause / .seconds(1) * Double(bytesPerSecond) > Double(max(1, size)) { silence = end }
    }
  }

  private mutating func breakInHead(_ reason: String) {
    bodyBytes = 0
    ending = .broken(reason)
  }

  private mutating func breakInBody(after count: Int, of reply: FixtureReply, _ reason: String) {
    let arriving = min(bodyBytes, max(0, count))
    let isNoticed =
      switch reply.framing {
      case .contentLength: arriving < bodyBytes
      case .chunked: true
      case .untilClose: reply.fault == .reset(afterBodyBytes: count)
      case .raw: true
      }
    bodyBytes = arriving
    if isNoticed { ending = .broken(reason) }
  }

  /// A limit is met as soon as the head is there, or else while the body arrives.
  private mutating func apply(_ limits: ExchangeLimits, to reply: FixtureReply) {
    let head = WirePlan(reply, method: "GET", closes: false).head
    guard hasHead(reply) else { return }
    let announced = reply.framing == .contentLength ? reply.body.count : 0
    if head.count > limits.headerBytes {
      ending = .tooLarge("The head is larger than \(limits.headerBytes) bytes")
    } else if max(announced, bodyBytes) > limits.bodyBytes {
      ending = .tooLarge("The body is larger than \(limits.bodyBytes) bytes")
    } else {
      return
    }
    end = firstByte ?? .zero
    silence = min(silence, end)
  }

  private func hasHead(_ reply: FixtureReply) -> Bool {
    switch reply.fault {
    case .silence, .cutHead, .resetBeforeHead, .malformedHead: false
    default: reply.framing != .raw
    }
  }
}
