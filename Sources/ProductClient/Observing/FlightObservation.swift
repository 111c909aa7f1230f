import Foundation
import Synchronization
import Tracing

/// Tells the observers what happens on one flight. Its stages find it in their ``Course``.
final class FlightObservation: Sendable {
  let number: LoadNumber
  private let observers: Observers
  /// The trace of the load that the flight was begun for.
  private let trace: LoadTrace?
  private let exchanges = Atomic(0)
  /// What the flight asks for, and how it is shown: nearly always all that is asked.
  private let url: URL
  private let shownURL: String

  /// - Parameters:
  ///   - leader: What watches the load that the flight is begun for.
  ///   - url: What the flight asks for.
  init(begunBy leader: LoadObservation, for url: URL) {
    self.url = url
    shownURL = URLRules.redacted(url)
    number = leader.load.number
    observers = leader.observers
    trace = leader.trace
  }

  var now: Moment { observers.clock.now() }

  private func attempt(_ request: HTTPRequest, _ course: Course) -> ObservedAttempt {
    ObservedAttempt(
      flight: number, number: course.attempt, isHedge: course.isHedge,
      url: request.url == url ? shownURL : URLRules.redacted(request.url))
  }

  // MARK: - Single events

  func retryScheduled(
    after failure: FailedAttempt, of request: HTTPRequest, _ course: Course
  ) {
    let retry = ScheduledRetry(
      attempt: attempt(request, course), code: failure.code, wait: failure.wait)
    observers.tell { $0.retryScheduled(retry) }
  }

  func redirectFollowed(
    from request: HTTPRequest, to following: HTTPRequest, _ status: Int, of first: HTTPRequest,
    _ course: Course
  ) {
    let redirect = FollowedRedirect(
      attempt: attempt(first, course), status: status, from: URLRules.redacted(request.url),
      to: URLRules.redacted(following.url))
    observers.tell { $0.redirectFollowed(redirect) }
  }

  func hedgeBegun(_ request: HTTPRequest, _ hedge: Course) {
    let attempt = attempt(request, hedge)
    observers.tell { $0.hedgeBegun(attempt) }
  }

  // MARK: - Pairs

  /// Runs an attempt between its two events.
  func attempt(
    at request: HTTPRequest, _ course: Course,
    _ run: () async throws(LoadError) -> Answer
  ) async throws(LoadError) -> Answer {
    let attempt = attempt(request, course)
    observers.tell { $0.attemptStarted(attempt) }
    let begun = now
    let ended = { [observers] (end: AttemptEnd) in
      observers.tell { $0.attemptEnded(attempt, end) }
    }
    do throws(LoadError) {
      let answer = try await run()
      ended(AttemptEnd(answer.response, after: now - begun))
      return answer
    } catch {
      ended(AttemptEnd(error, after: now - begun))
      throw error
    }
  }

  /// Waits for a turn between the two events of a wait.
  func wait<Turn>(
    for origin: Origin, of request: HTTPRequest, _ course: Course,
    _ wait: () async throws(LoadError) -> Turn
  ) async throws(LoadError) -> Turn {
    let event = ObservedWait(attempt: attempt(request, course), origin: origin.description)
    observers.tell { $0.waitStarted(event) }
    let begun = now
    do throws(LoadError) {
      let turn = try await wait()
      let end = WaitEnd(duration: now - begun)
      observers.tell { $0.waitEnded(event, end) }
      return turn
    } catch {
      let end = WaitEnd(code: error.code, duration: now - begun)
      observers.tell { $0.waitEnded(event, end) }
      throw error
    }
  }

  /// Performs an exchange between its two events, and in a span of its own where there is a tracer.
  func exchange(
    _ request: HTTPRequest, over transport: any Transport, _ course: Course
  ) async throws(LoadError) -> HTTPResponse {
    let count = exchanges.wrappingAdd(1, ordering: .relaxed).newValue
    let attempt = attempt(request, course)
    let exchange = ObservedExchange(attempt: attempt, number: count, url: attempt.url)
    observers.tell { $0.exchangeStarted(exchange) }
    let begun = now
    let outcome: Result<HTTPResponse, LoadError>
    if let trace {
      outcome = await trace.exchange(request, over: transport, count)
    } else {
      outcome = await transport.outcome(of: request)
    }
    let end =
      switch outcome {
      case .success(let response): AttemptEnd(response, after: now - begun)
      case .failure(let error): AttemptEnd(error, after: now - begun)
      }
    observers.tell { $0.exchangeEnded(exchange, end) }
    return try outcome.get()
  }
}

extension Transport {
  func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, LoadError> {
    do throws(LoadError) {
      return .success(try await perform(request))
    } catch {
      return .failure(error)
    }
  }
}

extension AttemptEnd {
  fileprivate init(_ response: HTTPResponse, after duration: Duration) {
    self.init(status: response.status, duration: duration, metrics: response.metrics)
  }

  fileprivate init(_ error: LoadError, after duration: Duration) {
    self.init(code: error.code, duration: duration, metrics: error.failure?.exchange)
  }
}
