import Foundation

/// What a flight does, whatever the model is: comes by an answer, and makes a model of it.
struct Flying: Sendable {
  let exchanging: Exchanging
  let decoding: Decoding
  let clock: LoadClock

  /// How the flight for the request ends.
  func landing(of request: HTTPRequest, on course: Course) async -> Landing {
    var metrics = LoadMetrics(attempts: 1)
    do throws(LoadError) {
      let model = try await model(for: request, course, &metrics)
      return Landing(.success(model), metrics, from: request.url)
    } catch {
      // A response that came to nothing has left its numbers already.
      metrics.exchange = metrics.exchange ?? error.failure?.exchange
      metrics.attempts = error.failure?.attempts ?? metrics.attempts
      var landing = Landing(.failure(error), metrics, from: request.url)
      if case .deadlineExceeded(let failure) = error {
        landing.turn = failure.retryAfter.map { clock.now() + $0 }
      }
      return landing
    }
  }

  /// The stages after sharing, in their order.
  private func model(
    for request: HTTPRequest, _ course: Course, _ metrics: inout LoadMetrics
  ) async throws(LoadError) -> AnyModel {
    let answer = try await exchanging.answer(to: request, on: course)
    metrics.take(answer)
    let start = ContinuousClock.now
    defer { metrics.decoding = ContinuousClock.now - start }
    do throws(LoadError) {
      return try decoding.model(from: answer.response, to: answer.request)
    } catch {
      throw answer.completing(error)
    }
  }
}

extension LoadMetrics {
  fileprivate mutating func take(_ answer: Answer) {
    attempts = answer.attempts
    status = answer.response.status
    exchange = answer.response.metrics
    hedge = answer.hedge
    guard !answer.redirects.isEmpty else { return }
    redirects = answer.redirects.map(URLRules.redacted)
    finalURL = URLRules.redacted(answer.request.url)
  }
}

extension Answer {
  /// The error that decoding made of it, with what the stages before it know.
  fileprivate func completing(_ error: LoadError) -> LoadError {
    error.updatingFailure { failure in
      failure.attempts = attempts
      failure.earlier = earlier
      failure.retryAfter =
        retryAfter ?? RetryAfter.wait(in: response.fields, now: RetryAfter.wallClock)
      if let whyNoRetry { failure.reason += "; \(whyNoRetry)" }
    }
  }
}
