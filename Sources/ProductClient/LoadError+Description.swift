import Foundation

extension LoadError: CustomStringConvertible {
  /// One sentence for a person: what happened, to which URL, after how many attempts, what to do.
  public var description: String {
    guard let failure else { return "\(headline)\(advice)" }
    return "\(headline) \(failure.url): \(failure.reason)\(after(failure))\(advice)"
  }

  private var headline: String {
    switch self {
    case .cancelled: "The load was cancelled."
    case .deadlineExceeded: "Ran out of time for"
    case .timedOut: "Timed out loading"
    case .invalidURL: "Cannot load from"
    case .blockedAddress: "Refused to connect to"
    case .resolve: "Cannot find the host of"
    case .connect: "Cannot connect to"
    case .tls: "No secure connection to"
    case .transfer: "Broken answer from"
    case .tooLarge: "Answer too large from"
    case .tooManyRedirects: "Too many redirects from"
    case .notFound: "No product at"
    // A credential could not be had: see `Authorizing`.
    case .status(401, _, let failure) where failure.attempts == 0: "Not authorized to load"
    case .status(let status, _, _): "The server answered \(status) for"
    case .undecodable: "Cannot understand the product at"
    case .notCached: "No stored copy of"
    case .circuitOpen: "Not asking"
    case .shutDown: "The transport was shut down."
    case .abandoned: "The load was dropped before it had a result."
    }
  }

  private var advice: String {
    switch self {
    case .cancelled: ""
    case .notFound: " Check the id."
    case .status(let status, _, _): Self.advice(onStatus: status)
    case .deadlineExceeded: " Allow the whole load more time, or try again later."
    case .timedOut: " Allow more time per attempt, or try again later."
    case .invalidURL(let failure) where failure.attempts > 0:
      " Check the URL, and where its server sends those who ask for it."
    case .invalidURL: " Check what the URL resolver makes of this id."
    case .blockedAddress: " Allow private addresses if this host is meant."
    case .resolve: " Check the host name and the network."
    case .connect: " Check that the server runs and that a firewall or proxy lets you through."
    case .tls: " Check the server's certificate, the clock and the certificate authorities."
    case .transfer: " Try again; if it stays, the server or a proxy is at fault."
    case .tooLarge: " Raise the limit if an answer of this size is meant."
    case .tooManyRedirects: " Check the URL: it may lead in a circle."
    case .undecodable: " Compare the document with the model."
    case .notCached: " Allow the network, or load it once while online."
    case .circuitOpen: " Try again later."
    case .shutDown: " Make a new transport for further loads."
    case .abandoned: " This is a defect of ProductClient: please report it."
    }
  }

  private func after(_ failure: LoadFailure) -> String {
    switch failure.attempts {
    case ...0 where failure.earlier.isEmpty: "."
    case 1 where failure.earlier.isEmpty: " (after 1 attempt)."
    case 1: " (after 1 attempt\(Self.told(failure.earlier, "which ended with")))."
    default:
      " (after \(failure.attempts) attempts\(Self.told(failure.earlier, "the earlier ones")))."
    }
  }

  /// What the earlier attempts said; the same thing several times in a row only once.
  private static func told(_ earlier: [FailedAttempt], _ start: String) -> String {
    var runs: [(reason: String, count: Int)] = []
    for attempt in earlier {
      if runs.last?.reason == attempt.reason {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((attempt.reason, 1))
      }
    }
    guard !runs.isEmpty else { return "" }
    let texts = runs.map { $0.count == 1 ? $0.reason : "\($0.reason) (\($0.count) times)" }
    return ", \(start): \(texts.joined(separator: "; "))"
  }

  private static func advice(onStatus status: Int) -> String {
    switch status {
    case 300...303, 305...399:
      " Ask for the final URL, or let redirects be followed if they were refused."
    case 401, 403, 407: " Check the credentials that are sent."
    case 408, 425, 429, 500...599: " Try again later."
    default: " Check the URL and the fields that are sent."
    }
  }
}

extension LoadError: LocalizedError {
  /// The same as `description`, for those who print `localizedDescription`.
  public var errorDescription: String? { description }
}
