import Foundation

/// Lets an exchange begin when it may, and tells ``Traffic`` what it showed of its server.
struct Admitting<Next: Stage>: Stage {
  let next: Next
  let traffic: Traffic
  let launch: Launch
  /// Who is told of circuits; of the rest, the course knows.
  var observers = Observers.none

  nonisolated(nonsending) func answer(to request: HTTPRequest, on course: Course)
    async throws(LoadError) -> Answer
  {
    let permit = try await traffic.permit(for: request, on: course, launch: launch, observers)
    do throws(LoadError) {
      let answer = try await next.answer(to: request, on: course)
      leave(permit, .of(answer), request)
      return answer
    } catch {
      leave(permit, .of(error), request)
      throw error
    }
  }

  private func leave(
    _ permit: consuming Permit, _ report: TrafficTable.Report, _ request: HTTPRequest
  ) {
    let change = traffic.leave(permit, report, launch: launch)
    if let change { observers.circuitChanged(change, of: Origin(request.url)) }
  }
}

extension TrafficTable.Report {
  /// Of an exchange that says nothing of its server.
  static let nothing = TrafficTable.Report(outcome: .unknown)

  static func of(_ answer: Answer) -> TrafficTable.Report {
    let outcome: CircuitBreaker.Outcome =
      switch answer.status {
      case 500, 502, 503, 504: .failure
      default: .success
      }
    let fields = answer.response.fields
    var report = TrafficTable.Report(outcome: outcome, quota: ServerQuota(fields))
    // A 503 speaks of one request, or of a server that is going down; 429 of all who ask.
    if answer.status == 429 {
      report.pause = RetryAfter.wait(in: fields, now: RetryAfter.wallClock)
    }
    return report
  }

  static func of(_ error: LoadError) -> TrafficTable.Report {
    // What this machine lacks says nothing of the server.
    guard error.failure?.localFault == nil else { return .nothing }
    return switch error {
    case .connect, .resolve, .timedOut, .transfer: TrafficTable.Report(outcome: .failure)
    case .tooLarge: TrafficTable.Report(outcome: .success)
    default: .nothing
    }
  }
}

extension TrafficTable.Refusal {
  func loadError(for request: HTTPRequest) -> LoadError {
    let url = URLRules.redacted(request.url)
    switch self {
    case .circuitOpen(let wait):
      return .circuitOpen(
        LoadFailure(
          url: url, reason: "most of what was asked of this server lately failed", attempts: 0,
          // Until a probe has ended: nobody knows.
          retryAfter: wait > .zero ? wait : nil))
    case .pausedTooLong(let wait):
      return .circuitOpen(
        LoadFailure(
          url: url, reason: "the server asked to be left alone", attempts: 0, retryAfter: wait))
    case .turnTooLate(let wait):
      return .deadlineExceeded(
        LoadFailure(
          url: url, reason: "it would have been its turn after the deadline", attempts: 0,
          retryAfter: wait))
    }
  }
}
