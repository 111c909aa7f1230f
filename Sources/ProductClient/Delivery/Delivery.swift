/// The one right to hand one load's result to user code.
///
/// Nothing else in the library calls a handler. The compiler holds the promise of exactly one:
/// - at most one: ``deliver(_:_:insideStart:)`` consumes the token; a second use does not compile;
/// - at least one: whoever takes a token returns a ``Receipt``, and only delivering makes one;
/// - and should a token be let go of all the same (a table cleared, an owner deallocated), its
///   deinit delivers ``LoadError/abandoned``: no caller waits for ever.
struct Delivery<Model: Identifiable & Sendable>: ~Copyable, Sendable where Model.ID: Sendable {
  typealias Handler = @Sendable (LoadOutcome<Model>) -> Void

  private let id: Model.ID
  private let place: ResultPlace
  /// nil once delivered. `discard self` is not open to a type that stores a closure, so this is
  /// what deinit looks at.
  private var handler: Handler?
  private let then: Handler?

  /// - Parameter then: Runs where the result is delivered from, right after it was handed over: on
  ///   a queue, before the handler runs; inline, after it.
  init(
    of id: Model.ID, at place: ResultPlace, to handler: @escaping Handler, then: Handler? = nil
  ) {
    self.id = id
    self.place = place
    self.handler = handler
    self.then = then
  }

  /// Hands the result over where it belongs.
  ///
  /// - Parameter insideStart: Whether the call that started the load is still running, maybe
  ///   around this one: then the handler does not run here, unless the caller opted into it.
  consuming func deliver(
    _ result: Result<Model, LoadError>, _ metrics: LoadMetrics = LoadMetrics(),
    insideStart: Bool = false
  ) -> Receipt {
    let outcome = LoadOutcome(id: id, result: result, metrics: metrics)
    if let handler = handler.take() {
      place.handOver(Parcel(outcome, for: handler), insideStart: insideStart)
      then?(outcome)
    }
    return Receipt()
  }

  deinit {
    guard let handler else { return }
    let outcome = LoadOutcome<Model>(
      id: id, result: .failure(.abandoned), metrics: LoadMetrics())
    // Whoever dropped the token may hold a lock: no handler that was given for a queue runs here.
    place.handOver(Parcel(outcome, for: handler), insideStart: true)
    then?(outcome)
  }
}

/// Proof that a result was handed over. Only ``Delivery/deliver(_:_:insideStart:)`` makes one.
struct Receipt: ~Copyable, Sendable {
  fileprivate init() {}
}
