import Foundation

/// What a flight does, whatever the model is: comes by an answer, and makes a model of it.
///
/// One for all the flights of a loader, which each hold on to it.
final class Flying: Sendable {
  private let exchanging: Exchanging
  private let decoding: Decoding
  private let clock: LoadClock

  init(exchanging: Exchanging, decoding: Decoding, clock: LoadClock) {
    self.exchanging = exchanging
    self.decoding = decoding
    self.clock = clock
  }

  /// How the flight for the request ends.
  func landing(of request: HTTPRequest, on course: Course) async -> Landing {
    do throws(LoadError) {
      return landing(with: .success(try await exchanging.answer(to: request, on: course)), request)
    } catch {
      return landing(with: .failure(error), request)
    }
  }

  // Inlined, it would make the frame of every flight larger.
  @inline(never)
  private func landing(with answer: Result<Answer, LoadError>, _ request: HTTPRequest) -> Landing {
    var metrics = LoadMetrics(attempts: 1)
    do throws(LoadError) {
      let model = try model(of: try answer.get(), &metrics)
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

  private func model(
    of answer: Answer, _ metrics: inout LoadMetrics
  ) throws(LoadError) -> AnyModel {
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
    status = answer.status
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
