import Foundation

/// A response, and how it was come by.
struct Answer: Sendable {
  private struct Facts: Hashable {
    let response: HTTPResponse
    var request: HTTPRequest
    var redirects: [URL] = []
    var hedge: Hedge?
    var refusedFor = Duration.zero
    var attempts = 1
    var earlier: [FailedAttempt] = []
    var retryAfter: Duration?
    var whyNoRetry: String?
  }

  private var facts: Boxed<Facts>

  init(response: HTTPResponse, request: HTTPRequest) {
    facts = Boxed(Facts(response: response, request: request))
  }

  var response: HTTPResponse { facts.value.response }
  /// Without a copy of the response: every stage looks at it.
  var status: Int { facts.value.response.status }

  /// What it answers; another than was asked first when there were redirects.
  var request: HTTPRequest {
    get { facts.value.request }
    set { facts.value.request = newValue }
  }

  /// The URLs that redirected, in order, the first one asked among them; empty without redirects.
  var redirects: [URL] {
    get { facts.value.redirects }
    set { facts.value.redirects = newValue }
  }

  /// Whether there was a second exchange for the attempt, and which of the two this is.
  var hedge: Hedge? {
    get { facts.value.hedge }
    set { facts.value.hedge = newValue }
  }

  /// How long the exchanges took that it goes on from, since they were refused a credential.
  var refusedFor: Duration {
    get { facts.value.refusedFor }
    set { facts.value.refusedFor = newValue }
  }

  /// How many attempts it took.
  var attempts: Int {
    get { facts.value.attempts }
    set { facts.value.attempts = newValue }
  }

  /// Those before the last.
  var earlier: [FailedAttempt] {
    get { facts.value.earlier }
    set { facts.value.earlier = newValue }
  }

  /// What the server asks to wait before the next load, where it is one that failed.
  var retryAfter: Duration? {
    get { facts.value.retryAfter }
    set { facts.value.retryAfter = newValue }
  }

  /// Why no other attempt followed one that failed, where that is not plain.
  var whyNoRetry: String? {
    get { facts.value.whyNoRetry }
    set { facts.value.whyNoRetry = newValue }
  }
}

extension HTTPRequest {
  /// The same, where it goes on from an answer: with what that left of the time of the attempt.
  func goingOn(from answer: Answer) throws(LoadError) -> HTTPRequest {
    let metrics = answer.response.metrics
    guard let timeouts = timeouts.goingOn(after: answer.refusedFor + metrics.total) else {
      let reason = "\(TimeRanOut.attempt(timeouts.wholeAttempt)): what came before it took as long"
      throw .timedOut(
        LoadFailure(url: URLRules.redacted(url), reason: reason, exchange: metrics))
    }
    var request = self
    request.timeouts = timeouts
    return request
  }
}

/// What became of a second exchange that was begun because the first took long.
public enum Hedge: String, Hashable, Sendable {
  /// Its answer came first.
  case won
  /// The first one's did.
  case lost
}
