/// Why a load failed: the whole public vocabulary of failure.
///
/// The enum is flat. Each case has a stable ``code`` for logs, metrics and the command line, and
/// a ``description`` that tells what happened to which URL, after how many attempts, and what can
/// be done about it. URLs in it are redacted: no user information and no query values.
public enum LoadError: Error, Hashable, Sendable {
  /// The caller asked for the load to stop, and no result had been settled before.
  case cancelled
  /// The time for the whole load, over all its attempts, ran out.
  case deadlineExceeded(LoadFailure)
  /// One attempt, or one phase of it (connect, stall), took too long.
  case timedOut(LoadFailure)
  /// The resolver gave no URL, or one that is not allowed: see ``URLRules``. Or the server
  /// redirects to such a one, or from https to http.
  case invalidURL(LoadFailure)
  /// The address that the host stands for is one the loader may not connect to.
  case blockedAddress(LoadFailure)
  /// The host name could not be turned into an address.
  case resolve(LoadFailure)
  /// No connection could be made.
  case connect(LoadFailure)
  /// The secure connection could not be set up, or the server's certificate was not accepted.
  case tls(LoadFailure)
  /// The answer was broken, truncated or malformed.
  case transfer(LoadFailure)
  /// The answer is larger than ``ExchangeLimits`` allow.
  case tooLarge(LoadFailure)
  /// The server redirected more often than allowed, or in a circle: see ``RedirectPolicy``.
  case tooManyRedirects(LoadFailure)
  /// The server says there is no such product: status 404 or 410.
  case notFound(LoadFailure)
  /// Any other status that carries no product, with the problem details (RFC 9457) if it sent any.
  /// Also 401, with 0 attempts, when an ``AuthorizationProvider`` failed before the server was asked.
  case status(Int, ProblemDetails?, LoadFailure)
  /// The body is not the document that was expected.
  case undecodable(DecodingFailure, LoadFailure)
  /// Only a stored copy was allowed, and there is none.
  case notCached(LoadFailure)
  /// The server failed too often lately, or asked to be left alone for longer than
  /// ``TrafficRules/longestPauseWait``; it was not asked. The reason says which.
  case circuitOpen(LoadFailure)
  /// The transport was shut down before or during the load.
  case shutDown
  /// The load was dropped inside the library before it had a result. Never expected: please report it.
  case abandoned
}

extension LoadError {
  /// A short stable name for the case, equal to its spelling in Swift.
  public var code: String {
    switch self {
    case .cancelled: "cancelled"
    case .deadlineExceeded: "deadlineExceeded"
    case .timedOut: "timedOut"
    case .invalidURL: "invalidURL"
    case .blockedAddress: "blockedAddress"
    case .resolve: "resolve"
    case .connect: "connect"
    case .tls: "tls"
    case .transfer: "transfer"
    case .tooLarge: "tooLarge"
    case .tooManyRedirects: "tooManyRedirects"
    case .notFound: "notFound"
    case .status: "status"
    case .undecodable: "undecodable"
    case .notCached: "notCached"
    case .circuitOpen: "circuitOpen"
    case .shutDown: "shutDown"
    case .abandoned: "abandoned"
    }
  }

  /// What is known of the failed load; nil for the cases that have nothing to tell.
  public var failure: LoadFailure? {
    switch self {
    case .cancelled, .shutDown, .abandoned: nil
    case .deadlineExceeded(let failure), .timedOut(let failure), .invalidURL(let failure),
      .blockedAddress(let failure), .resolve(let failure), .connect(let failure),
      .tls(let failure), .transfer(let failure), .tooLarge(let failure),
      .tooManyRedirects(let failure), .notFound(let failure), .status(_, _, let failure),
      .undecodable(_, let failure), .notCached(let failure), .circuitOpen(let failure):
      failure
    }
  }

  /// The same with other facts; itself, for the cases that have none.
  func updatingFailure(_ change: (inout LoadFailure) -> Void) -> LoadError {
    guard var failure else { return self }
    change(&failure)
    return switch self {
    case .cancelled, .shutDown, .abandoned: self
    case .deadlineExceeded: .deadlineExceeded(failure)
    case .timedOut: .timedOut(failure)
    case .invalidURL: .invalidURL(failure)
    case .blockedAddress: .blockedAddress(failure)
    case .resolve: .resolve(failure)
    case .connect: .connect(failure)
    case .tls: .tls(failure)
    case .transfer: .transfer(failure)
    case .tooLarge: .tooLarge(failure)
    case .tooManyRedirects: .tooManyRedirects(failure)
    case .notFound: .notFound(failure)
    case .status(let status, let problem, _): .status(status, problem, failure)
    case .undecodable(let fault, _): .undecodable(fault, failure)
    case .notCached: .notCached(failure)
    case .circuitOpen: .circuitOpen(failure)
    }
  }
}
