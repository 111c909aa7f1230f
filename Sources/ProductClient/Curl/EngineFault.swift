internal import CCurl
import Foundation

/// Why the engine itself could not do its part; no server had a say in it.
enum EngineFault: Error, Sendable {
  /// The transport was shut down.
  case shutDown
  /// The system or libcurl refused something that the engine cannot do without.
  case broken(String)
  /// The configuration asks for something in TLS that cannot be done; less safe is no choice.
  case insecure(String)

  func loadError(for request: HTTPRequest) -> LoadError {
    switch self {
    case .shutDown: .shutDown
    case .broken(let reason):
      .connect(
        LoadFailure(url: URLRules.redacted(request.url), reason: reason, attempts: 1))
    case .insecure(let reason):
      .tls(LoadFailure(url: URLRules.redacted(request.url), reason: reason, attempts: 1))
    }
  }
}

extension EngineFault {
  /// Throws unless the code is `CURLE_OK`. `what` names what libcurl was to take.
  static func check(_ code: CURLcode, _ what: @autoclosure () -> String) throws(EngineFault) {
    guard code == CURLE_OK else {
      throw .broken("libcurl refused \(what()): \(CurlFault.text(of: code))")
    }
  }

  /// Throws unless the code is `CURLM_OK`.
  static func check(_ code: CURLMcode, _ what: @autoclosure () -> String) throws(EngineFault) {
    guard code == CURLM_OK else {
      throw .broken("libcurl refused \(what()): \(CurlFault.text(of: code))")
    }
  }
}
