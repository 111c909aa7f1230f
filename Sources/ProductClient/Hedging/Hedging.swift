/// Begins a second exchange where the first takes long, and takes whichever ends well first.
///
/// Only for a load's first attempt, and once: the second is drawn from the retry budget. Whoever
/// loses is cancelled. None is begun where it would have to wait for its turn, or where the first
/// does.
struct Hedging<Next: Stage>: Stage {
  let next: Next
  let policy: HedgePolicy?
  let retries: RetryPolicy
  let traffic: Traffic

  nonisolated(nonsending) func answer(to request: HTTPRequest, on course: Course)
    async throws(LoadError) -> Answer
  {
    guard let policy, course.attempt == 1,
      let delay = policy.delay({ traffic.latency(of: Origin(request.url), quantile: $0) })
    else { return try await next.answer(to: request, on: course) }
    return try await race(request, course, delay).get()
  }

  private typealias Outcome = Result<Answer, LoadError>

  private enum Leg: Sendable {
    case ended(Outcome, isHedge: Bool)
    case timeToHedge
    /// The wait was cancelled.
    case nothing
  }

  private func race(
    _ request: HTTPRequest, _ course: Course, _ delay: Duration
  ) async -> Outcome {
    let origin = Origin(request.url)
    let begun = traffic.clock.now()
    return await withTaskGroup(of: Leg.self) { group in
      group.addTask { await run(request, course) }
      group.addTask {
        (try? await traffic.clock.sleep(delay)) == nil ? .nothing : .timeToHedge
      }
      defer { group.cancelAll() }
      var failed: Outcome?
      var running = 1
      var isHedged = false
      while let leg = await group.next() {
        switch leg {
        case .nothing:
          break
        case .timeToHedge:
          guard traffic.spendHedge(for: origin) else { break }
          isHedged = true
          running += 1
          var hedge = course
          hedge.isHedge = true
          course.observation?.hedgeBegun(request, hedge)
          group.addTask { [hedge] in await run(request, hedge) }
        case .ended(let outcome, let isHedge):
          running -= 1
          if isFinal(outcome) {
            // The first is cancelled, and its own end will not tell that it was slow.
            if isHedge, running > 0 { traffic.noteLatency(since: begun, of: origin) }
            return isHedged ? outcome.hedged(won: isHedge) : outcome
          }
          // Not the end while the other may do better. What the wire says tells more than a refusal.
          if failed?.isRefusal ?? true { failed = outcome }
          if running == 0 { return failed ?? outcome }
        }
      }
      return failed ?? .failure(.cancelled)
    }
  }

  private func run(_ request: HTTPRequest, _ course: Course) async -> Leg {
    do throws(LoadError) {
      let answer = try await next.answer(to: request, on: course)
      return .ended(.success(answer), isHedge: course.isHedge)
    } catch {
      return .ended(.failure(error), isHedge: course.isHedge)
    }
  }

  private func isFinal(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .success(let answer): !retries.isRetriable(status: answer.status)
    case .failure(let error): !outcome.isRefusal && !retries.isRetriable(error)
    }
  }
}

extension Result<Answer, LoadError> {
  /// Whether it never came to the wire: the circuit, a pause or the deadline was before it.
  fileprivate var isRefusal: Bool {
    if case .failure(let error) = self { error.failure?.attempts == 0 } else { false }
  }

  fileprivate func hedged(won: Bool) -> Self {
    map { answer in
      var answer = answer
      answer.hedge = won ? .won : .lost
      return answer
    }
  }
}
