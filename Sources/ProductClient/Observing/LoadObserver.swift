/// Is told what happens to the loads of a loader, as it happens; see ``LoaderConfiguration/observers``.
///
/// The events, in their order; what is indented happens within what is above it:
///
///     loadStarted                      a call, a task, an operation asks for a product
///       loadBoarded                    which flight it is on: its own, or one that another began
///         attemptStarted               ┐ once a flight, and again for each retry and hedge
///           waitStarted                │ only where an exchange has to wait for its turn
///           waitEnded                  │
///           circuitChanged (half-open) │
///           exchangeStarted            │ once an attempt, and again for each redirect,
///           exchangeEnded              │ and after a 401 with another credential
///           circuitChanged             │
///           redirectFollowed           │
///         attemptEnded                 ┘
///         hedgeBegun                   while the first exchange of an attempt goes on
///         retryScheduled               another attempt follows, after a wait
///     loadEnded                        the result is settled
///     deliveryStarted                  it is handed over to the result queue
///     deliveryEnded                    the handler is about to run
///     handlerRan                       and has returned
///
/// What holds:
/// - Each event that starts something has one that ends it, and just one: whatever is cancelled, runs
///   out of time, loses against its hedge, is shut down or is dropped.
/// - The events of one load come one after the other, in the order in which things happened. So do
///   those of one attempt. Two attempts of a flight overlap only where one is a hedge.
/// - A load that is cancelled ends at once; the attempt that goes on for it ends after that.
/// - Loads that share a flight each have their own events, down to `loadBoarded`; what is below that
///   is told once, with the number of the flight, which is that of the load that began it.
/// - Loads that are awaited (async, streams), and operations without a queue of their own, have no
///   result queue to wait for, and none of the last three events.
/// - An attempt whose turn would come after its load's deadline is refused; should another load have
///   joined by then that waits longer, its flight begins anew, with attempt 1.
/// - An attempt is told of when it begins, which may be before it sends anything: one that waits for
///   a credential or its turn when its load ends was started here, and is not counted in
///   ``LoadMetrics/attempts``.
/// - A circuit belongs to the ``Traffic``, which loaders may share; the loader whose exchange changed
///   it tells of it.
///
/// Observers are called one after the other, in the order in which they were given, on whatever
/// thread the event happens, with no lock held: the starting call, Swift's pool, the thread that
/// cancels, the result queue. Until they return, the load does not go on; so an observer must be
/// quick, and must not block. Events of several loads come at the same time. An observer may start
/// and cancel loads. Nothing it is told holds a secret: URLs are redacted, and there are no fields.
///
/// A method for each event, and not one for all with an enum: who wants two of them writes two, the
/// names are found by completion, and an event that is added later breaks nobody. All have an empty
/// default; so a name with a slip in it compiles and is never called.
///
/// <!-- snippet: timeline observer -->
/// ```swift
/// struct Timeline: LoadObserver {
///   let start = ContinuousClock.now
///
///   func loadStarted(_ load: ObservedLoad) { say(load.number, "started, for \(load.id)") }
///   func attemptStarted(_ attempt: ObservedAttempt) {
///     say(attempt.flight, "  attempt \(attempt.number): \(attempt.url)")
///   }
///   func attemptEnded(_ attempt: ObservedAttempt, _ end: AttemptEnd) {
///     let what = end.status.map { "status \($0)" } ?? end.code ?? ""
///     say(attempt.flight, "  attempt \(attempt.number): \(what) after \(end.duration)")
///   }
///   func retryScheduled(_ retry: ScheduledRetry) {
///     say(retry.attempt.flight, "  tries again in \(retry.wait)")
///   }
///   func loadEnded(_ load: ObservedLoad, _ end: LoadEnd) { say(load.number, end.code) }
///
///   private func say(_ number: LoadNumber, _ what: String) {
///     print(ContinuousClock.now - start, "load \(number)", what)
///   }
/// }
/// ```
public protocol LoadObserver: Sendable {
  /// A load was started: its ``loadEnded(_:_:)`` follows. Called inside the starting call.
  func loadStarted(_ load: ObservedLoad)
  /// The load has its URL, and waits for a flight; `url` is redacted. One that ends before that has
  /// no such event.
  func loadBoarded(_ load: ObservedLoad, flight: LoadNumber, url: String)
  /// The result of the load is settled.
  func loadEnded(_ load: ObservedLoad, _ end: LoadEnd)

  /// The result is handed over to the result queue: ``deliveryEnded(_:waited:)`` follows.
  func deliveryStarted(_ load: ObservedLoad)
  /// The handler is about to run, on this thread. `waited`: how long the result was on its way
  /// through the queue; nil when a queue of one's own lost it, and the handler is never to run.
  func deliveryEnded(_ load: ObservedLoad, waited: Duration?)
  /// The handler has run, for so long.
  func handlerRan(_ load: ObservedLoad, for duration: Duration)

  /// An attempt begins: its ``attemptEnded(_:_:)`` follows.
  func attemptStarted(_ attempt: ObservedAttempt)
  /// An attempt ended.
  func attemptEnded(_ attempt: ObservedAttempt, _ end: AttemptEnd)
  /// An exchange has to wait for its turn: ``waitEnded(_:_:)`` follows.
  func waitStarted(_ wait: ObservedWait)
  /// The wait is over.
  func waitEnded(_ wait: ObservedWait, _ end: WaitEnd)
  /// A request is handed to the transport: its ``exchangeEnded(_:_:)`` follows.
  func exchangeStarted(_ exchange: ObservedExchange)
  /// The transport returned a response, or threw.
  func exchangeEnded(_ exchange: ObservedExchange, _ end: AttemptEnd)

  /// An attempt failed, and another is to follow.
  func retryScheduled(_ retry: ScheduledRetry)
  /// A redirect is followed.
  func redirectFollowed(_ redirect: FollowedRedirect)
  /// A second exchange is begun, since the first takes long: the ``attemptStarted(_:)`` of this
  /// attempt follows.
  func hedgeBegun(_ hedge: ObservedAttempt)
  /// The circuit of the origin (`scheme://host`, or with a port) came into this state.
  func circuitChanged(_ state: CircuitState, of origin: String)
}

extension LoadObserver {
  /// Does nothing.
  public func loadStarted(_ load: ObservedLoad) {}
  /// Does nothing.
  public func loadBoarded(_ load: ObservedLoad, flight: LoadNumber, url: String) {}
  /// Does nothing.
  public func loadEnded(_ load: ObservedLoad, _ end: LoadEnd) {}
  /// Does nothing.
  public func deliveryStarted(_ load: ObservedLoad) {}
  /// Does nothing.
  public func deliveryEnded(_ load: ObservedLoad, waited: Duration?) {}
  /// Does nothing.
  public func handlerRan(_ load: ObservedLoad, for duration: Duration) {}
  /// Does nothing.
  public func attemptStarted(_ attempt: ObservedAttempt) {}
  /// Does nothing.
  public func attemptEnded(_ attempt: ObservedAttempt, _ end: AttemptEnd) {}
  /// Does nothing.
  public func waitStarted(_ wait: ObservedWait) {}
  /// Does nothing.
  public func waitEnded(_ wait: ObservedWait, _ end: WaitEnd) {}
  /// Does nothing.
  public func exchangeStarted(_ exchange: ObservedExchange) {}
  /// Does nothing.
  public func exchangeEnded(_ exchange: ObservedExchange, _ end: AttemptEnd) {}
  /// Does nothing.
  public func retryScheduled(_ retry: ScheduledRetry) {}
  /// Does nothing.
  public func redirectFollowed(_ redirect: FollowedRedirect) {}
  /// Does nothing.
  public func hedgeBegun(_ hedge: ObservedAttempt) {}
  /// Does nothing.
  public func circuitChanged(_ state: CircuitState, of origin: String) {}
}
