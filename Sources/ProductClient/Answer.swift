import Foundation

/// A response, and how it was come by.
///
/// It goes through the hands of every stage. What is large in it lies in a box, so that handing it
/// on copies little.
struct Answer: Sendable {
  private final class Exchange: Sendable {
    let request: HTTPRequest
    let response: HTTPResponse

    init(_ request: HTTPRequest, _ response: HTTPResponse) {
      self.request = request
      self.response = response
    }
  }

  private var exchange: Exchange

  var response: HTTPResponse { exchange.response }
  /// What it answers; another than was asked first when there were redirects.
  var request: HTTPRequest {
    get { exchange.request }
    set { exchange = Exchange(newValue, exchange.response) }
  }
  /// The URLs that redirected, in order, the first one asked among them; empty without redirects.
  var redirects: [URL] = []
  /// Whether there was a second exchange for the attempt, and which of the two this is.
  var hedge: Hedge?
  /// How long the exchanges took that it goes on from, since they were refused a credential.
  var refusedFor = Duration.zero
  /// How many attempts it took.
  var attempts = 1
  /// Those before the last.
  var earlier: [FailedAttempt] = []
  /// What the server asks to wait before the next load, where it is one that failed.
  var retryAfter: Duration?
  /// Why no other attempt followed one that failed, where that is not plain.
  var whyNoRetry: String?

  init(response: HTTPResponse, request: HTTPRequest) {
    exchange = Exchange(request, response)
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
