import Foundation

/// One load in progress: holds its ``Delivery`` until the result is settled.
///
/// The landing of its flight and `cancel()` race for the token. Whoever takes it delivers; the
/// other finds nothing to do. So the first of them decides, and a result settled before
/// `cancel()` stands. A settled load holds nothing but its numbers.
final class Load: Sendable {
  /// Of the product; for people to read.
  let id: any Sendable

  /// What it asks for; the deadline as a moment.
  let terms: FlightTerms

  /// What no other load of the process has.
  let number: LoadNumber
  /// What tells the observers of it; nil where nobody wants to know.
  let observation: LoadObservation?
  private let begun = ContinuousClock.now
  private let phase = Lock(LoadPhase.new)
  /// Ends the load at its deadline; only touched where there is one.
  private let timer = Lock(Task<Void, Never>?.none)

  init(
    of id: some Sendable, terms: FlightTerms = FlightTerms(), number: LoadNumber = .next(),
    observation: LoadObservation? = nil
  ) {
    self.id = id
    self.terms = terms
    self.number = number
    self.observation = observation
  }

  /// Takes the token, and calls `begin` to find a result for it; not if the load was cancelled
  /// before, which is delivered then.
  ///
  /// - Parameter begin: Settles the load or gives it a seat, before it returns.
  func start(_ delivery: consuming sending Delivery, _ begin: () -> Void) {
    if let observation {
      delivery.observe(by: observation)
      observation.started()
    }
    var delivery: Delivery? = delivery
    if phase.withLock({ $0.start(&delivery) }) {
      begin()
      phase.withLock { $0.started() }
    } else if let delivery = delivery.take() {
      let metrics = LoadMetrics(total: .now - begun)
      deliver(delivery, Landing(.failure(.cancelled), metrics, from: nil), insideStart: true)
    }
  }

  /// Keeps the seat until the load is settled; leaves it at once if that has happened.
  func board(_ seat: Seat) {
    if !phase.withLock({ $0.board(seat) }) { seat.leave(self) }
  }

  /// Leaves the flight, and delivers ``LoadError/cancelled``, unless a result was settled before.
  func cancel() {
    giveUp { _, _ in .cancelled }
  }

  /// The same, with ``LoadError/deadlineExceeded(_:)``.
  func expire() {
    giveUp { url, progress in
      .deadlineExceeded(
        LoadFailure(
          url: url.map(URLRules.redacted) ?? "id \(self.id)",
          reason: "the time for the load ran out", attempts: progress.attempts,
          earlier: progress.earlier))
    }
  }

  /// Keeps the timer that ends the load, until it is settled.
  func keep(_ timer: Task<Void, Never>) {
    self.timer.withLock { $0 = timer }
    if !phase.withLock({ $0.isWaiting }) { stopTimer() }
  }

  private func stopTimer() {
    timer.withLock { $0.take() }?.cancel()
  }

  private func giveUp(_ error: (URL?, FlightProgress) -> LoadError) {
    switch phase.withLock({ $0.settle(nil) }) {
    case .deliver(let delivery, let seat):
      // First: a handler that runs right here and asks for the same gets a new flight.
      let progress = seat.leave(self) ?? FlightProgress()
      deliver(delivery, ended(error(seat.url, progress), seat, progress), insideStart: false)
    case .deliverInsideStart(let delivery, let seat):
      let progress = seat?.leave(self) ?? FlightProgress(attempts: seat == nil ? 0 : 1)
      deliver(delivery, ended(error(seat?.url, progress), seat, progress), insideStart: true)
    case .nothing:
      break
    }
  }

  private func ended(
    _ error: LoadError, _ seat: Seat?, _ progress: FlightProgress
  ) -> Landing {
    let metrics = LoadMetrics(attempts: progress.attempts, total: .now - begun)
    return Landing(.failure(error), metrics, from: seat?.url, on: seat?.flight.loadNumber)
  }

  /// Delivers the result unless another was settled before.
  func settle(_ landing: Landing) {
    var landing = landing
    landing.metrics.total = .now - begun
    switch phase.withLock({ $0.settle(landing.metrics) }) {
    case .deliver(let delivery, _): deliver(delivery, landing, insideStart: false)
    case .deliverInsideStart(let delivery, _):
      // A flight that was begun for another load lands on another thread than this start's.
      deliver(delivery, landing, insideStart: !landing.metrics.isShared)
    case .nothing: break
    }
  }

  /// The numbers of the load once its result is settled; nil before, and when it was cancelled.
  var metrics: LoadMetrics? {
    phase.withLock { $0.metrics }
  }

  private func deliver(
    _ delivery: consuming Delivery, _ landing: Landing, insideStart: Bool
  ) {
    if terms.deadline != nil { stopTimer() }
    observation?.ended(landing.observed, hasQueue: delivery.hasQueue)
    _ = delivery.deliver(landing.result, landing.metrics, insideStart: insideStart)
  }
}
