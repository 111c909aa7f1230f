/// What a flight tells the stages that it runs through.
struct Course: Sendable {
  /// Which attempt it is, counted from 1.
  var attempt = 1
  /// Whether it is the second of two exchanges for one attempt.
  var isHedge = false
  /// Whether it goes on from an answer: to where that redirects, or with another credential.
  var isFollowUp = false
  /// Those who wait for the flight.
  let passengers: any Passengers
  /// What tells the observers of the flight; nil where nobody wants to know.
  var observation: FlightObservation?

  /// Lets those who wait know that the exchange cannot go out yet; nil: now it can. Of a hedge there
  /// is nothing to know: beside it there is another exchange.
  func note(_ wait: ExchangeWait?) {
    if !isHedge { passengers.note(wait) }
  }
}

/// The loads that wait for a flight, as its stages see them.
protocol Passengers: AnyObject, Sendable {
  /// What they ask for at this moment, taken together; they come and go.
  var terms: FlightTerms { get }

  /// An attempt failed, and another is to follow: whoever leaves from now on can tell of it.
  func note(_ progress: FlightProgress)

  /// An exchange has to wait before it goes out; nil: it does so no more.
  func note(_ wait: ExchangeWait?)
}

/// What the loads that wait for a flight ask for, taken together; or what one of them does.
struct FlightTerms: Hashable, Sendable {
  /// The highest priority among them.
  var priority = LoadPriority.normal
  /// The latest moment at which one of them still waits; nil when one waits as long as it takes.
  var deadline: Moment?

  /// Whether it is still waited for after the moment.
  func waits(beyond moment: Moment) -> Bool {
    deadline.map { $0 > moment } ?? true
  }

  /// Of both together.
  func joined(by other: FlightTerms) -> FlightTerms {
    let deadline = deadline.flatMap { own in other.deadline.map { max(own, $0) } }
    return FlightTerms(priority: max(priority, other.priority), deadline: deadline)
  }
}

/// The wait of a flight's exchange, for a credential or for its turn.
struct ExchangeWait: Sendable {
  /// How many attempts sent something before.
  let attempts: Int
  /// How much it is known to matter where it waits.
  var priority: LoadPriority
  /// Tells, where it waits, that it matters more. Not to be called with a lock held.
  let raise: @Sendable (LoadPriority) -> Void

  init(
    attempts: Int, priority: LoadPriority, raise: @escaping @Sendable (LoadPriority) -> Void
  ) {
    self.attempts = attempts
    self.priority = priority
    self.raise = raise
  }

  /// - Parameters:
  ///   - course: Whose exchange it is.
  ///   - priority: How much it is known to matter.
  ///   - raise: Tells that it matters more; nil: that is of no use there.
  init(
    on course: Course, _ priority: LoadPriority = .normal,
    raise: (@Sendable (LoadPriority) -> Void)? = nil
  ) {
    self.init(
      attempts: course.isFollowUp ? course.attempt : course.attempt - 1, priority: priority,
      raise: raise ?? { _ in })
  }
}

/// How far a flight has come.
struct FlightProgress: Hashable, Sendable {
  /// How many attempts were begun.
  var attempts = 1
  /// Those that failed.
  var earlier: [FailedAttempt] = []
}
