import ProductClient

/// What a client sees of a reply: how long the exchange takes, and how it ends.
///
/// All of it follows from the reply and the request; nothing waits here.
struct FixtureExchange {
  /// How long the exchange takes, be it until its timeout.
  let duration: Duration
  let result: Result<HTTPResponse, LoadError>

  init(_ reply: FixtureReply, _ request: HTTPRequest) {
    let course = ReplyCourse(
      reply, limits: request.limits, bytesPerSecond: request.timeouts.stallBytesPerSecond)
    let timeout = Self.timeout(of: course, request.timeouts)
    duration = timeout?.time ?? course.end
    let metrics = Self.metrics(of: course, until: duration)
    let failure = { (reason: String) in
      LoadFailure(url: URLRules.redacted(request.url), reason: reason, exchange: metrics)
    }
    result =
      switch timeout == nil ? course.ending : .hangs {
      case .hangs: .failure(.timedOut(failure(timeout.map { "\($0.fault)" } ?? "")))
      case .broken(let reason): .failure(.transfer(failure(reason)))
      case .tooLarge(let reason): .failure(.tooLarge(failure(reason)))
      case .whole:
        .success(
          HTTPResponse(
            status: reply.status,
            fields: reply.fields,
            body: Array(reply.body.prefix(course.bodyBytes)),
            metrics: metrics
          )
        )
      }
  }

  /// When the client gives up, and which time it is that ran out; nil when it need not.
  private static func timeout(
    of course: ReplyCourse, _ timeouts: ExchangeTimeouts
  ) -> (time: Duration, fault: TimeRanOut)? {
    let end = course.ending == .hangs ? nil : course.end
    let slow = course.ending == .hangs ? nil : course.silence
    var candidates: [(time: Duration, fault: TimeRanOut)] = []
    if isOver(end, timeouts.attempt) {
      candidates.append((timeouts.attempt, .attempt(timeouts.attempt)))
    }
    if isOver(slow, timeouts.stall) {
      let rate = timeouts.stallBytesPerSecond
      candidates.append((timeouts.stall, .stall(timeouts.stall, bytesPerSecond: rate)))
    }
    // Where no byte comes, the end may: a connection that breaks before its first byte.
    if let limit = timeouts.firstByte, isOver(course.firstByte ?? end, limit) {
      candidates.append((limit, .firstByte(limit)))
    }
    return candidates.min { $0.time < $1.time }
  }

  /// Whether something takes as long as the time for it, or for ever (nil).
  private static func isOver(_ duration: Duration?, _ limit: Duration) -> Bool {
    duration.map { $0 >= limit && $0 > .zero } ?? true
  }

  private static func metrics(of course: ReplyCourse, until end: Duration) -> ExchangeMetrics {
    guard let firstByte = course.firstByte, firstByte <= end else {
      return ExchangeMetrics(total: end)
    }
    return ExchangeMetrics(
      firstByte: firstByte,
      total: end,
      receivedBytes: course.bodyBytes,
      version: .http1_1
    )
  }
}
