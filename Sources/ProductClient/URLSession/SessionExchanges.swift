import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One exchange in progress on a session.
struct SessionExchange: Sendable {
  let request: HTTPRequest
  let slot: ExchangeSlot
  let start = ContinuousClock.now
  /// Whether it moves fast enough.
  var pace: Pace
  var head: HTTPURLResponse?
  var body: [UInt8] = []

  init(request: HTTPRequest, slot: ExchangeSlot) {
    self.request = request
    self.slot = slot
    pace = Pace(request.timeouts, from: start)
  }
}

/// Hears from the session what becomes of its tasks, and finishes their slots.
final class SessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
  private let exchanges = Lock<[Int: SessionExchange]>([:])

  func add(_ exchange: SessionExchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  func forget(_ task: URLSessionTask) {
    _ = remove(task)
  }

  /// Times the task out when it stalls or takes too long. Returns when it is done, or when the
  /// calling task is cancelled.
  func watch(_ task: URLSessionTask) async {
    while let exchange = exchanges.withLock({ $0[task.taskIdentifier] }) {
      if let fault = exchange.overdue(at: .now) {
        return end(task) { .timedOut($0.failure("\(fault)")) }
      }
      guard (try? await Task.sleep(for: exchange.untilNextCheck(at: .now))) != nil else { return }
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    keepHead(response, of: dataTask)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = exchanges.withLock { exchanges in
      exchanges[dataTask.taskIdentifier]?.receive(data) == false
    }
    guard isTooLarge else { return }
    end(dataTask) {
      .tooLarge($0.failure("its body is larger than \($0.request.limits.bodyBytes) bytes"))
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    keepHead(response, of: task)
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let exchange = remove(task) else { return }
    exchange.slot.finish(exchange.outcome(error))
  }

  /// Finishes the task's exchange with an error of ours, and stops the task.
  private func end(_ task: URLSessionTask, _ error: (SessionExchange) -> LoadError) {
    guard let exchange = remove(task) else { return }
    exchange.slot.finish(.failure(error(exchange)))
    task.cancel()
  }

  private func keepHead(_ response: URLResponse, of task: URLSessionTask) {
    let head = response as? HTTPURLResponse
    exchanges.withLock { exchanges in
      exchanges[task.taskIdentifier]?.head = head
      exchanges[task.taskIdentifier]?.pace.restart(at: .now)
    }
  }

  private func remove(_ task: URLSessionTask) -> SessionExchange? {
    exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }
}

extension SessionExchange {
  /// How long nothing can run out, an hour at most. Times are subtracted, never added to an
  /// instant: one may be as long as `Duration` can be.
  fileprivate func untilNextCheck(at now: ContinuousClock.Instant) -> Duration {
    let attempt = request.timeouts.attempt - (now - start)
    let firstByte = head == nil ? request.timeouts.firstByte.map { $0 - (now - start) } : nil
    let untilFirst = min(attempt, pace.untilStalled(at: now), firstByte ?? attempt)
    return max(.milliseconds(1), min(untilFirst, .seconds(3600)))
  }

  /// Which time has run out; nil when none has.
  fileprivate func overdue(at now: ContinuousClock.Instant) -> TimeRanOut? {
    let timeouts = request.timeouts
    if now - start >= timeouts.attempt { return TimeRanOut.attempt(timeouts.wholeAttempt) }
    // Not sooner: the session hands the head over when it is whole.
    if head == nil, let limit = timeouts.firstByte, now - start >= limit {
      return TimeRanOut.firstByte(limit)
    }
    if pace.untilStalled(at: now) <= .zero {
      return TimeRanOut.stall(timeouts.stall, bytesPerSecond: timeouts.stallBytesPerSecond)
    }
    return nil
  }

  /// Returns false, and keeps nothing, when the body would grow past the limit.
  fileprivate mutating func receive(_ data: Data) -> Bool {
    guard data.count <= request.limits.bodyBytes - body.count else { return false }
    body.append(contentsOf: data)
    pace.move(data.count, at: .now)
    return true
  }

  fileprivate func outcome(_ error: (any Error)?) -> ExchangeSlot.Outcome {
    if let error { return .failure(loadError(error)) }
    guard let head else { return .failure(.transfer(failure("the answer has no head"))) }
    let fields = HTTPFields(head)
    guard fields.byteCount <= request.limits.headerBytes else {
      let limit = request.limits.headerBytes
      return .failure(.tooLarge(failure("its header is larger than the limit of \(limit) bytes")))
    }
    return .success(
      HTTPResponse(status: head.statusCode, fields: fields, body: body, metrics: metrics))
  }

  fileprivate func failure(_ reason: String) -> LoadFailure {
    LoadFailure(url: URLRules.redacted(request.url), reason: reason, exchange: metrics)
  }

  private var metrics: ExchangeMetrics {
    ExchangeMetrics(total: ContinuousClock.now - start)
  }

  private func loadError(_ error: any Error) -> LoadError {
    guard let error = error as? URLError else {
      return .transfer(failure(error.localizedDescription))
    }
    let failure = failure(error.localizedDescription)
    return switch error.code {
    case .cancelled: .cancelled
    case .timedOut: .timedOut(failure)
    case .badURL, .unsupportedURL: .invalidURL(failure)
    case .cannotFindHost, .dnsLookupFailed: .resolve(failure)
    case .cannotConnectToHost, .notConnectedToInternet: .connect(failure)
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      .tls(failure)
    case .dataLengthExceedsMaximum: .tooLarge(failure)
    default: .transfer(failure)
    }
  }
}

extension HTTPFields {
  fileprivate init(_ response: HTTPURLResponse) {
    self.init()
    for (name, value) in response.allHeaderFields {
      append(HTTPField(parsedName: "\(name)", value: "\(value)"))
    }
  }
}
