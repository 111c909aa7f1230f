import Logging
import Metrics
import Tracing

/// Those who watch the loads of one loader: its observers, its log, its metrics and its tracer.
///
/// Whether a load is watched at all is decided once, when it is made. One that is not carries a nil
/// through the stages, and pays for nothing but looking at it.
final class Observers: Sendable {
  /// Nobody.
  static let none = Observers(
    log: nil, others: [], tracing: nil, clock: LoadClock(ContinuousClock()))

  private let log: LogObserver?
  /// The log first: what an observer starts is logged after what made it do so.
  private let all: [any LoadObserver]
  /// Whether somebody but the log wants to know of each load.
  private let watchAll: Bool
  let tracing: LoadTracing?
  /// What durations are measured on.
  let clock: LoadClock

  convenience init(_ configuration: LoaderConfiguration) {
    var others = configuration.observers
    let factory = MetricsSystem.factory
    if !(factory is NOOPMetricsHandler), !others.contains(where: { $0 is MetricsObserver }) {
      others.append(MetricsObserver(factory: factory))
    }
    self.init(
      log: LogObserver(logger: configuration.logger), others: others,
      tracing: LoadTracing(by: configuration.tracer), clock: configuration.traffic.clock)
  }

  private init(
    log: LogObserver?, others: [any LoadObserver], tracing: LoadTracing?, clock: LoadClock
  ) {
    self.log = log
    all = (log.map { [$0] } ?? []) + others
    watchAll = !others.isEmpty || tracing != nil
    self.tracing = tracing
    self.clock = clock
  }

  /// What watches a load; nil when nobody wants to know of it.
  func observation(
    of number: LoadNumber, _ id: some Any, _ options: LoadOptions
  ) -> LoadObservation? {
    guard watchAll || log?.wantsLoads == true else { return nil }
    return LoadObservation(
      of: ObservedLoad(number: number, id: "\(id)", options: options), by: self)
  }

  /// Tells of a circuit also where nobody watches single loads.
  func circuitChanged(_ state: CircuitState, of origin: Origin) {
    tell { $0.circuitChanged(state, of: origin.description) }
  }

  func tell(_ event: (any LoadObserver) -> Void) {
    for observer in all { event(observer) }
  }
}
