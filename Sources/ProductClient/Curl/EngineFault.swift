import Foundation

/// Why the engine itself could not do its part; no server had a say in it.
enum EngineFault: Error, Sendable {
  /// The transport was shut down.
  case shutDown
  /// The system or libcurl refused something that the engine cannot do without.
  case broken(String)

  func loadError(for request: HTTPRequest) -> LoadError {
    switch self {
    case .shutDown: .shutDown
    case .broken(let reason):
      .connect(
        LoadFailure(url: URLRules.redacted(request.url), reason: reason, attempts: 1))
    }
  }
}
