/// Makes another attempt where the last one failed and ``RetryPolicy`` allows it.
struct Retrying<Next: Stage>: Stage {
  let next: Next
  let policy: RetryPolicy
  let traffic: Traffic
  let chance: Chance
  /// The least of the statuses that another attempt may mend: nearly all answers are below, and
  /// need no look into a set.
  private let leastStatus: Int

  init(next: Next, policy: RetryPolicy, traffic: Traffic, chance: Chance) {
    (self.next, self.policy, self.traffic, self.chance) = (next, policy, traffic, chance)
    leastStatus = policy.statuses.min() ?? .max
  }

  nonisolated(nonsending) func answer(to request: HTTPRequest, on course: Course)
    async throws(LoadError) -> Answer
  {
    let failure: AttemptFailure
    do throws(LoadError) {
      let answer = try await next.answer(to: request, on: course)
      // Nearly always. What follows is a function of its own, so that the frame of this one stays
      // small: it is made for every load.
      let status = answer.status
      guard status >= leastStatus, policy.isRetriable(status: status) else { return answer }
      failure = AttemptFailure(answer)
    } catch {
      failure = try AttemptFailure(error, of: course, after: [], policy)
    }
    return try await retry(after: failure, to: request, on: course)
  }

  private nonisolated(nonsending) func retry(
    after first: AttemptFailure, to request: HTTPRequest, on course: Course
  ) async throws(LoadError) -> Answer {
    var (failure, course) = (first, course)
    var earlier: [FailedAttempt] = []
    while true {
      switch decision(on: failure, of: request, course) {
      case .stop(let why): return try failure.end(why)
      case .wait(let wait):
        let passed = failure.passed(wait)
        earlier.append(passed)
        course.observation?.retryScheduled(after: passed, of: request, course)
        course.passengers.note(FlightProgress(attempts: course.attempt, earlier: earlier))
        try await sleep(wait)
        course.attempt += 1
        course.passengers.note(FlightProgress(attempts: course.attempt, earlier: earlier))
      }
      do throws(LoadError) {
        var answer = try await next.answer(to: request, on: course)
        answer.attempts = course.attempt
        answer.earlier = earlier
        guard policy.isRetriable(status: answer.status) else { return answer }
        failure = AttemptFailure(answer)
      } catch {
        failure = try AttemptFailure(error, of: course, after: earlier, policy)
      }
    }
  }

  private enum Step {
    case wait(Duration)
    case stop(why: String?)
  }

  private func decision(
    on failure: AttemptFailure, of request: HTTPRequest, _ course: Course
  ) -> Step {
    let now = traffic.clock.now()
    let decision = RetryDecision.after(
      attempt: course.attempt, retryAfter: failure.retryAfter, policy: policy, now: now,
      deadline: course.passengers.terms.deadline, draw: chance.draw())
    switch decision {
    case .stop(let reason):
      return .stop(why: reason.sentence)
    case .retry(let wait):
      // Asked last: what is not spent stays there for others.
      let hasRoom = traffic.spendRetry(for: Origin(request.url))
      return hasRoom ? .wait(wait) : .stop(why: "not tried again, the retry budget is used up")
    }
  }

  private func sleep(_ wait: Duration) async throws(LoadError) {
    guard wait > .zero else { return }
    do {
      try await traffic.clock.sleep(wait)
    } catch {
      throw .cancelled
    }
  }
}

/// An attempt that failed in a way that another may mend: with a response, or with an error.
private struct AttemptFailure {
  private let outcome: Result<Answer, LoadError>
  let retryAfter: Duration?

  init(_ answer: Answer) {
    retryAfter = RetryAfter.wait(in: answer.response.fields, now: RetryAfter.wallClock)
    outcome = .success(answer)
  }

  /// Throws what the load ends with, where the policy lets no other attempt follow such an error.
  init(
    _ error: LoadError, of course: Course, after earlier: [FailedAttempt], _ policy: RetryPolicy
  ) throws(LoadError) {
    let told = error.after(course.attempt, earlier)
    guard policy.isRetriable(error) else { throw told }
    retryAfter = told.failure?.retryAfter
    outcome = .failure(told)
  }

  /// The load's own end: this attempt was the last.
  func end(_ why: String?) throws(LoadError) -> Answer {
    switch outcome {
    case .success(var answer):
      answer.retryAfter = retryAfter
      answer.whyNoRetry = why
      return answer
    case .failure(let error):
      throw error.updatingFailure { failure in
        if let why { failure.reason += "; \(why)" }
      }
    }
  }

  /// What is kept of it when another follows.
  func passed(_ wait: Duration) -> FailedAttempt {
    switch outcome {
    case .success(let answer):
      let status = answer.status
      let error = StatusVerdict.error(for: answer.response, to: answer.request)
      return FailedAttempt(
        code: error?.code ?? "status", reason: "\(status) \(HTTPStatus.phrase(for: status))",
        wait: wait)
    case .failure(let error):
      return FailedAttempt(code: error.code, reason: error.failure?.reason ?? "", wait: wait)
    }
  }
}

extension RetryDecision.Reason {
  /// What an error says of it; nil where the number of attempts says enough.
  fileprivate var sentence: String? {
    switch self {
    case .noRetriesLeft: nil
    case .retryAfterTooLong: "not tried again, the server asks to wait longer than allowed"
    case .deadlineTooNear: "not tried again, the wait would end after the deadline"
    }
  }
}

extension LoadError {
  /// The same with what came before: so many attempts were made, and these failed.
  ///
  /// An attempt that was refused before it reached the wire is none.
  fileprivate func after(_ attempt: Int, _ earlier: [FailedAttempt]) -> LoadError {
    updatingFailure { failure in
      failure.attempts = failure.attempts == 0 ? attempt - 1 : attempt
      failure.earlier = earlier
    }
  }
}
