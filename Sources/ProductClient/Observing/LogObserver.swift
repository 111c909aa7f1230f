import Logging

/// Writes what happens into the loader's log: the end of each load, of each attempt, and what makes
/// it take longer at `debug`, the rest at `trace`. An origin that is left alone is a `warning`, and
/// its return a `notice`: both are told once, however many loads they concern.
struct LogObserver: LoadObserver {
  let logger: Logger

  /// Whether anything is said of a single load.
  var wantsLoads: Bool { logger.logLevel <= .debug }

  func loadStarted(_ load: ObservedLoad) {
    logger.trace("load started", metadata: ["load": "\(load.number)", "id": "\(load.id.shown)"])
  }

  func loadBoarded(_ load: ObservedLoad, flight: LoadNumber, url: String) {
    logger.trace(
      "load boarded",
      metadata: [
        "load": "\(load.number)", "id": "\(load.id.shown)", "flight": "\(flight)", "url": "\(url)",
      ])
  }

  func loadEnded(_ load: ObservedLoad, _ end: LoadEnd) {
    logger.debug(
      "load settled",
      metadata: [
        "load": "\(load.number)",
        "id": "\(load.id.shown)",
        "code": "\(end.code)",
        "url": "\(end.url ?? "")",
        "flight": "\(end.flight.map { "\($0)" } ?? "")",
        "attempts": "\(end.metrics.attempts)",
        "total": "\(end.metrics.total)",
      ])
  }

  func deliveryEnded(_ load: ObservedLoad, waited: Duration?) {
    logger.trace(
      "result delivered",
      metadata: [
        "load": "\(load.number)", "id": "\(load.id.shown)",
        "waited": "\(waited.map { "\($0)" } ?? "lost")",
      ])
  }

  func attemptStarted(_ attempt: ObservedAttempt) {
    logger.trace("attempt started", metadata: attempt.logged)
  }

  func attemptEnded(_ attempt: ObservedAttempt, _ end: AttemptEnd) {
    logger.debug("attempt ended", metadata: attempt.logged.adding(end.logged))
  }

  func waitEnded(_ wait: ObservedWait, _ end: WaitEnd) {
    logger.trace(
      "waited for a turn",
      metadata: wait.attempt.logged.adding([
        "origin": "\(wait.origin)", "code": "\(end.code ?? "ok")", "duration": "\(end.duration)",
      ]))
  }

  func exchangeEnded(_ exchange: ObservedExchange, _ end: AttemptEnd) {
    logger.trace(
      "exchange ended",
      metadata: exchange.attempt.logged.adding(end.logged).adding([
        "url": "\(exchange.url)", "exchange": "\(exchange.number)",
      ]))
  }

  func retryScheduled(_ retry: ScheduledRetry) {
    logger.debug(
      "retry scheduled",
      metadata: retry.attempt.logged.adding(["code": "\(retry.code)", "wait": "\(retry.wait)"]))
  }

  func redirectFollowed(_ redirect: FollowedRedirect) {
    logger.debug(
      "redirect followed",
      metadata: redirect.attempt.logged.adding([
        "status": "\(redirect.status)", "from": "\(redirect.from)", "to": "\(redirect.to)",
      ]))
  }

  func hedgeBegun(_ hedge: ObservedAttempt) {
    logger.debug("hedge begun", metadata: hedge.logged)
  }

  func circuitChanged(_ state: CircuitState, of origin: String) {
    switch state {
    case .open:
      logger.warning(
        "circuit opened: the server fails too often, and is left alone for a while",
        metadata: ["origin": "\(origin)"])
    case .halfOpen:
      logger.debug("circuit half-open: one exchange may try", metadata: ["origin": "\(origin)"])
    case .closed:
      logger.notice("circuit closed: the server is back", metadata: ["origin": "\(origin)"])
    }
  }
}

extension ObservedAttempt {
  fileprivate var logged: Logger.Metadata {
    var metadata: Logger.Metadata = [
      "flight": "\(flight)", "attempt": "\(number)", "url": "\(url)",
    ]
    if isHedge { metadata["hedge"] = "true" }
    return metadata
  }
}

extension AttemptEnd {
  fileprivate var logged: Logger.Metadata {
    let what = status.map { "\($0)" } ?? code ?? ""
    return [status == nil ? "code" : "status": "\(what)", "duration": "\(duration)"]
  }
}

extension Logger.Metadata {
  fileprivate func adding(_ other: Logger.Metadata) -> Logger.Metadata {
    merging(other) { $1 }
  }
}

extension String {
  /// An id comes from anywhere: what steers a terminal or begins a line is escaped.
  fileprivate var shown: String { JSONEscaping.escapingInvisible(cut(toScalars: 1000)) }
}
