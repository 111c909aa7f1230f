/// The one right to hand one load's result to user code.
///
/// Nothing else in the library calls a handler. The compiler holds the promise of exactly one:
/// - at most one: ``deliver(_:_:insideStart:)`` consumes the token; a second use does not compile;
/// - at least one: whoever takes a token returns a ``Receipt``, and only delivering makes one;
/// - and should a token be let go of all the same (a table cleared, an owner deallocated), its
///   deinit delivers ``LoadError/abandoned``: no caller waits for ever.
struct Delivery: ~Copyable, Sendable {
  typealias Handler = @Sendable (AnyOutcome) -> Void

  private let id: any Sendable
  private let place: ResultPlace
  /// nil once delivered. `discard self` is not open to a type that stores a closure, so this is
  /// what deinit looks at.
  private var handler: Handler?
  private let then: Handler?
  /// What tells of a token that is let go of; whoever delivers it tells of that.
  private var observation: LoadObservation?

  /// - Parameter then: Runs where the result is delivered from, right after it was handed over: on
  ///   a queue, before the handler runs; inline, after it.
  init<Model: Identifiable & Sendable>(
    of id: Model.ID, at place: ResultPlace,
    to handler: @escaping @Sendable (LoadOutcome<Model>) -> Void,
    then: (@Sendable (LoadOutcome<Model>) -> Void)? = nil
  ) where Model.ID: Sendable {
    self.id = id
    self.place = place
    self.handler = { handler($0.outcome(of: id)) }
    self.then = then.map { then in
      { @Sendable (outcome: AnyOutcome) in then(outcome.outcome(of: id)) }
    }
  }

  /// Whether the result has a queue to go to, or is handed over where it is settled.
  var hasQueue: Bool {
    if case .immediate = place { false } else { true }
  }

  /// Sees to it that the load's observers hear of the way to the handler.
  mutating func observe(by observation: LoadObservation) {
    self.observation = observation
    guard hasQueue, let handler = handler.take() else { return }
    let delivery = DeliveryObservation(observation)
    self.handler = { outcome in delivery.run { handler(outcome) } }
  }

  /// Hands the result over where it belongs.
  ///
  /// - Parameter insideStart: Whether the call that started the load is still running, maybe
  ///   around this one: then the handler does not run here, unless the caller opted into it.
  consuming func deliver(
    _ result: Result<AnyModel, LoadError>, _ metrics: LoadMetrics = LoadMetrics(),
    insideStart: Bool = false
  ) -> Receipt {
    let outcome = AnyOutcome(result: result, metrics: metrics)
    if let handler = handler.take() {
      place.handOver(Parcel(outcome, of: id, for: handler), insideStart: insideStart)
      then?(outcome)
    }
    return Receipt()
  }

  deinit {
    guard let handler else { return }
    let outcome = AnyOutcome(result: .failure(.abandoned), metrics: LoadMetrics())
    // Whoever dropped the token may hold a lock: no observer runs here, and no handler that was given
    // for a queue.
    observation?.ended(
      LoadEnd(code: LoadError.abandoned.code), hasQueue: hasQueue, elsewhere: true)
    place.handOver(Parcel(outcome, of: id, for: handler), insideStart: true)
    then?(outcome)
  }
}

/// Proof that a result was handed over. Only ``Delivery/deliver(_:_:insideStart:)`` makes one.
struct Receipt: ~Copyable, Sendable {
  fileprivate init() {}
}
