import ProductClient

/// What a client sees of a reply: how long the exchange takes, and how it ends.
///
/// All of it follows from the reply and the request; nothing waits here.
struct FixtureExchange {
  /// How long the exchange takes, be it until its timeout.
  let duration: Duration
  let result: Result<HTTPResponse, LoadError>

  init(_ reply: FixtureReply, _ request: HTTPRequest) {
    let course = ReplyCourse(reply, limits: request.limits)
    let timeout = Self.timeout(of: course, request.timeouts)
    duration = timeout ?? course.end
    let metrics = Self.metrics(of: course, until: duration)
    let failure = { (reason: String) in
      LoadFailure(url: URLRules.redacted(request.url), reason: reason, exchange: metrics)
    }
    result =
      switch timeout == nil ? course.ending : .hangs {
      case .hangs: .failure(.timedOut(failure("No whole answer within \(duration)")))
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

  /// When the client gives up; nil when it need not.
  private static func timeout(of course: ReplyCourse, _ timeouts: ExchangeTimeouts) -> Duration? {
    let patience = min(timeouts.attempt, timeouts.stall)
    if course.ending == .hangs || course.silence >= patience { return patience }
    return course.end >= timeouts.attempt ? timeouts.attempt : nil
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
