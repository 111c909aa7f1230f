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

/// What became of a second exchange that was begun because the first took long.
public enum Hedge: String, Hashable, Sendable {
  /// Its answer came first.
  case won
  /// The first one's did.
  case lost
}
