import Metrics

/// Counts and times what the loads of a loader do, through swift-metrics.
///
/// Where `MetricsSystem` was bootstrapped before a loader is made, the loader has one of these by
/// itself. Otherwise give it one, with a factory, in ``LoaderConfiguration/observers``.
///
/// | label | what | dimensions |
/// | --- | --- | --- |
/// | `product_client_loads_total` | counter: loads that ended | `code`: `ok`, or a ``LoadError/code`` |
/// | `product_client_shared_loads_total` | counter: those that shared the flight of another | |
/// | `product_client_attempts_total` | counter: attempts that ended | `code`: `ok` (a status below 400), the status, or a ``LoadError/code`` |
/// | `product_client_exchanges_total` | counter: requests that went out | |
/// | `product_client_retries_total` | counter: attempts that another follows | `code`: of the failure |
/// | `product_client_hedges_total` | counter: second exchanges that were begun | |
/// | `product_client_redirects_total` | counter: redirects that were followed | |
/// | `product_client_circuit_changes_total` | counter: circuits that changed | `state`: see ``CircuitState`` |
/// | `product_client_circuit_refusals_total` | counter: attempts that an open circuit refused | |
/// | `product_client_load_duration_seconds` | timer: from the call to the settled result | |
/// | `product_client_attempt_duration_seconds` | timer: attempts, with their redirects and waits | |
/// | `product_client_wait_duration_seconds` | timer: waits for the turn to ask | |
/// | `product_client_result_queue_wait_seconds` | timer: from the settled result to its handler | |
/// | `product_client_loads_in_flight` | meter: loads without a result | |
/// | `product_client_exchanges_in_flight` | meter: requests on the wire | |
/// | `product_client_waiting` | meter: exchanges that wait for their turn | |
///
/// No dimension holds an id, a URL or an origin: what comes from outside must not make time series.
public struct MetricsObserver: LoadObserver {
  private let loads, attempts, retries, circuitChanges: Counters
  private let shared, exchanges, hedges, redirects, refusals: Counter
  private let loadDuration, attemptDuration, waitDuration, queueWait: Metrics.Timer
  private let loadsInFlight, exchangesInFlight, waiting: Meter

  /// Creates an observer, and its metrics.
  ///
  /// - Parameter factory: What makes the metrics; nil: the one of the program at this moment.
  public init(factory: (any MetricsFactory)? = nil) {
    let factory = factory ?? MetricsSystem.factory
    let counter = { (name: String) in
      Counter(label: "product_client_\(name)_total", factory: factory)
    }
    let timer = { (name: String) in Timer(label: "product_client_\(name)_seconds", factory: factory)
    }
    let meter = { (name: String) in Meter(label: "product_client_\(name)", factory: factory) }
    loads = Counters("loads", by: "code", factory)
    attempts = Counters("attempts", by: "code", factory)
    retries = Counters("retries", by: "code", factory)
    circuitChanges = Counters("circuit_changes", by: "state", factory)
    shared = counter("shared_loads")
    exchanges = counter("exchanges")
    hedges = counter("hedges")
    redirects = counter("redirects")
    refusals = counter("circuit_refusals")
    loadDuration = timer("load_duration")
    attemptDuration = timer("attempt_duration")
    waitDuration = timer("wait_duration")
    queueWait = timer("result_queue_wait")
    loadsInFlight = meter("loads_in_flight")
    exchangesInFlight = meter("exchanges_in_flight")
    waiting = meter("waiting")
  }

  /// Counts it in.
  public func loadStarted(_ load: ObservedLoad) {
    loadsInFlight.increment()
  }

  /// Counts it, by its code, and times it.
  public func loadEnded(_ load: ObservedLoad, _ end: LoadEnd) {
    loadsInFlight.decrement()
    loads.count(end.code)
    if end.metrics.isShared { shared.increment() }
    loadDuration.record(duration: end.metrics.total)
  }

  /// Times the wait on the result queue.
  public func deliveryEnded(_ load: ObservedLoad, waited: Duration?) {
    if let waited { queueWait.record(duration: waited) }
  }

  /// Counts it, by its code, and times it.
  public func attemptEnded(_ attempt: ObservedAttempt, _ end: AttemptEnd) {
    attempts.count(end.code ?? end.status.map { $0 < 400 ? "ok" : "\($0)" } ?? "")
    if end.code == "circuitOpen" { refusals.increment() }
    attemptDuration.record(duration: end.duration)
  }

  /// Counts it in.
  public func waitStarted(_ wait: ObservedWait) {
    waiting.increment()
  }

  /// Counts it out, and times it.
  public func waitEnded(_ wait: ObservedWait, _ end: WaitEnd) {
    waiting.decrement()
    waitDuration.record(duration: end.duration)
  }

  /// Counts it, and counts it in.
  public func exchangeStarted(_ exchange: ObservedExchange) {
    exchangesInFlight.increment()
    exchanges.increment()
  }

  /// Counts it out.
  public func exchangeEnded(_ exchange: ObservedExchange, _ end: AttemptEnd) {
    exchangesInFlight.decrement()
  }

  /// Counts it.
  public func retryScheduled(_ retry: ScheduledRetry) {
    retries.count(retry.code)
  }

  /// Counts it.
  public func redirectFollowed(_ redirect: FollowedRedirect) {
    redirects.increment()
  }

  /// Counts it.
  public func hedgeBegun(_ hedge: ObservedAttempt) {
    hedges.increment()
  }

  /// Counts it, by the state.
  public func circuitChanged(_ state: CircuitState, of origin: String) {
    circuitChanges.count(state.rawValue)
  }
}

/// Counters of one label, told apart by a dimension; each is made when it first counts.
private final class Counters: Sendable {
  private let label: String
  private let dimension: String
  private let factory: any MetricsFactory
  private let counters = Lock<[String: Counter]>([:])

  init(_ name: String, by dimension: String, _ factory: any MetricsFactory) {
    label = "product_client_\(name)_total"
    self.dimension = dimension
    self.factory = factory
  }

  func count(_ value: String) {
    let known = counters.withLock { $0[value] }
    (known ?? make(value)).increment()
  }

  /// Not inside the lock: the factory is not ours. Two made at once have the same handler, or the
  /// factory tells them apart, and counts in both.
  private func make(_ value: String) -> Counter {
    let counter = Counter(label: label, dimensions: [(dimension, value)], factory: factory)
    return counters.withLock { counters in
      if let first = counters[value] { return first }
      counters[value] = counter
      return counter
    }
  }
}
