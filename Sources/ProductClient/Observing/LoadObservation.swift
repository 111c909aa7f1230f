import Dispatch
import Foundation

/// Tells the observers what happens to one load, each event after the one before.
///
/// A load that boards may be settled at the same moment by another thread. Events are therefore
/// put in line, and whoever finds nobody telling tells them, outside the lock.
final class LoadObservation: Sendable {
  let load: ObservedLoad
  let observers: Observers
  /// nil without a tracer.
  let trace: LoadTrace?

  fileprivate typealias Event = @Sendable () -> Void

  fileprivate struct State: Sendable {
    var line: [Event] = []
    var isTelling = false
    var hasEnded = false
    /// When the result was handed over to its queue.
    var handedOver: Moment?
  }

  private let state = Lock(State())

  /// Called inside the starting call, where the caller's trace is at hand.
  init(of load: ObservedLoad, by observers: Observers) {
    self.load = load
    self.observers = observers
    trace = observers.tracing?.trace(of: load)
  }

  // MARK: - Events

  func started() {
    tell { [load, observers, trace] in
      trace?.start()
      observers.tell { $0.loadStarted(load) }
    }
  }

  /// - Parameter leader: What watches the load that the flight was begun for, if that is another.
  func boarded(_ flight: LoadNumber, for url: URL, behind leader: LoadObservation?) {
    let url = URLRules.redacted(url)
    // Whoever settles the load meanwhile may be faster: it has ended, then, before it boarded.
    tell(if: { !$0.hasEnded }) { [load, observers, trace] in
      if let leader { trace?.link(to: leader.trace) }
      observers.tell { $0.loadBoarded(load, flight: flight, url: url) }
    }
  }

  /// - Parameters:
  ///   - hasQueue: Whether the result has a queue to go to now.
  ///   - elsewhere: Whether observers are not to be called here: the caller may hold a lock.
  func ended(_ end: LoadEnd, hasQueue: Bool, elsewhere: Bool = false) {
    let now = hasQueue ? observers.clock.now() : nil
    let note = { (state: inout State) in
      state.hasEnded = true
      state.handedOver = now
      return true
    }
    tell(if: note, elsewhere: elsewhere) { [load, observers, trace] in
      trace?.end(end)
      observers.tell { $0.loadEnded(load, end) }
      if hasQueue { observers.tell { $0.deliveryStarted(load) } }
    }
  }

  /// - Parameter moment: When the handler was about to run; nil: never.
  fileprivate func delivered(at moment: Moment?) {
    let handedOver = state.withLock { $0.handedOver }
    let waited = moment.flatMap { moment in handedOver.map { moment - $0 } }
    // What lost the result may hold a lock.
    tell(elsewhere: moment == nil) { [load, observers] in
      observers.tell { $0.deliveryEnded(load, waited: waited) }
    }
  }

  fileprivate func handlerRan(for duration: Duration) {
    tell { [load, observers] in observers.tell { $0.handlerRan(load, for: duration) } }
  }

  // MARK: - The line

  /// - Parameter isTold: Decides, and notes what the event changes, with the lock held.
  private func tell(
    if isTold: (inout State) -> Bool = { _ in true }, elsewhere: Bool = false,
    _ event: @escaping Event
  ) {
    let isFirst = state.withLock { state in
      guard isTold(&state) else { return false }
      state.line.append(event)
      defer { state.isTelling = true }
      return !state.isTelling
    }
    guard isFirst else { return }
    if elsewhere { DispatchQueue.global().async(execute: tellAll) } else { tellAll() }
  }

  @Sendable private func tellAll() {
    while let events = state.withLock({ $0.next() }) {
      for event in events { event() }
    }
  }
}

extension LoadObservation.State {
  /// Whoever tells finds what came meanwhile, or is done.
  fileprivate mutating func next() -> [LoadObservation.Event]? {
    guard !line.isEmpty else {
      isTelling = false
      return nil
    }
    defer { line = [] }
    return line
  }
}

/// Tells how long a result is on its way to its handler. Kept by what is to run the handler, so
/// that it goes when that does.
final class DeliveryObservation: Sendable {
  private let observation: LoadObservation
  private let isOver = Lock(false)

  init(_ observation: LoadObservation) {
    self.observation = observation
  }

  func run(_ handler: () -> Void) {
    isOver.withLock { $0 = true }
    let clock = observation.observers.clock
    let start = clock.now()
    observation.delivered(at: start)
    handler()
    observation.handlerRan(for: clock.now() - start)
  }

  deinit {
    if !isOver.withLock({ $0 }) { observation.delivered(at: nil) }
  }
}
