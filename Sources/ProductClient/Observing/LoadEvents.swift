/// A load that is watched: what its caller asked for.
public struct ObservedLoad: Hashable, Sendable {
  /// Its number, which no other load of the process has.
  public var number: LoadNumber
  /// The id that was asked for, as text.
  public var id: String
  /// What holds for it; the deadline is the loader's where the call named none.
  public var options: LoadOptions

  /// Creates a load, for tests.
  ///
  /// - Parameters:
  ///   - number: Its number.
  ///   - id: The id that was asked for, as text.
  ///   - options: What holds for it.
  public init(number: LoadNumber, id: String, options: LoadOptions = LoadOptions()) {
    self.number = number
    self.id = id
    self.options = options
  }
}

/// How a load ended.
public struct LoadEnd: Hashable, Sendable {
  /// `ok`, or the ``LoadError/code`` of the error.
  public var code: String
  /// What was asked, redacted; nil when it did not come to a URL.
  public var url: String?
  /// The flight that it was on; nil when it did not come to one.
  public var flight: LoadNumber?
  /// Its numbers. Whether its flight had been begun for another load is among them.
  public var metrics: LoadMetrics

  /// Creates an end, for tests.
  ///
  /// - Parameters:
  ///   - code: `ok`, or the code of the error.
  ///   - url: What was asked, redacted.
  ///   - flight: The flight that the load was on.
  ///   - metrics: Its numbers.
  public init(
    code: String, url: String? = nil, flight: LoadNumber? = nil,
    metrics: LoadMetrics = LoadMetrics()
  ) {
    self.code = code
    self.url = url
    self.flight = flight
    self.metrics = metrics
  }
}

/// An attempt that is watched: one try to get an answer, over all its redirects.
public struct ObservedAttempt: Hashable, Sendable {
  /// The flight that it belongs to.
  public var flight: LoadNumber
  /// Which attempt of the flight it is, counted from 1.
  public var number: Int
  /// Whether it is the second of two exchanges for one attempt; see ``HedgePolicy``.
  public var isHedge: Bool
  /// What is asked first, redacted.
  public var url: String

  /// Creates an attempt, for tests.
  ///
  /// - Parameters:
  ///   - flight: The flight that it belongs to.
  ///   - number: Which attempt of the flight it is, counted from 1.
  ///   - isHedge: Whether it is the second of two exchanges for one attempt.
  ///   - url: What is asked first, redacted.
  public init(flight: LoadNumber, number: Int, isHedge: Bool = false, url: String) {
    self.flight = flight
    self.number = number
    self.isHedge = isHedge
    self.url = url
  }
}

/// An exchange that is watched: one request on the wire.
public struct ObservedExchange: Hashable, Sendable {
  /// The attempt that it is made for.
  public var attempt: ObservedAttempt
  /// How many requests went out for the flight before it, and 1: redirects, retries, hedges and
  /// what is asked again with another credential all count.
  public var number: Int
  /// What is asked, redacted.
  public var url: String

  /// Creates an exchange, for tests.
  ///
  /// - Parameters:
  ///   - attempt: The attempt that it is made for.
  ///   - number: Which request of the flight it is, counted from 1.
  ///   - url: What is asked, redacted.
  public init(attempt: ObservedAttempt, number: Int, url: String) {
    self.attempt = attempt
    self.number = number
    self.url = url
  }
}

/// How an attempt or an exchange ended: with a response, or with an error.
public struct AttemptEnd: Hashable, Sendable {
  /// The status of the response; nil when there was none.
  public var status: Int?
  /// The ``LoadError/code`` of the error; nil when there was a response, whatever its status.
  public var code: String?
  /// How long it took, on the clock of the loader's ``Traffic``.
  public var duration: Duration
  /// The numbers of the exchange, the last one where there were several; nil where none are known.
  public var metrics: ExchangeMetrics?

  /// Creates an end, for tests.
  ///
  /// - Parameters:
  ///   - status: The status of the response.
  ///   - code: The code of the error.
  ///   - duration: How long it took.
  ///   - metrics: The numbers of the exchange.
  public init(
    status: Int? = nil, code: String? = nil, duration: Duration = .zero,
    metrics: ExchangeMetrics? = nil
  ) {
    self.status = status
    self.code = code
    self.duration = duration
    self.metrics = metrics
  }
}
