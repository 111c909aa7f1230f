internal import CCurl
import Foundation

/// Why the engine itself could not do its part; no server had a say in it.
enum EngineFault: Error, Sendable {
  /// The transport was shut down.
  case shutDown
  /// The system or libcurl refused something that the engine cannot do without. Lasting: it will
  /// refuse it again.
  case broken(String, isLasting: Bool = false)
  /// The configuration asks for something in TLS that cannot be done; less safe is no choice.
  case insecure(String)

  func loadError(for request: HTTPRequest) -> LoadError {
    switch self {
    case .shutDown: .shutDown
    case .broken(let reason, let isLasting):
      .connect(failure(reason, isLasting ? .lasting : .passing, request))
    case .insecure(let reason): .tls(failure(reason, .lasting, request))
    }
  }

  private func failure(
    _ reason: String, _ fault: LoadFailure.LocalFault, _ request: HTTPRequest
  ) -> LoadFailure {
    var failure = LoadFailure(url: URLRules.redacted(request.url), reason: reason)
    failure.localFault = fault
    return failure
  }
}

extension EngineFault {
  /// Throws unless the code is `CURLE_OK`. `what` names what libcurl was to take.
  static func check(_ code: CURLcode, _ what: @autoclosure () -> String) throws(EngineFault) {
    guard code == CURLE_OK else {
      // An option that is refused today is refused tomorrow; memory comes and goes.
      throw .broken(
        "libcurl refused \(what()): \(CurlFault.text(of: code))",
        isLasting: code != CURLE_OUT_OF_MEMORY)
    }
  }

  /// Throws unless the code is `CURLM_OK`.
  static func check(_ code: CURLMcode, _ what: @autoclosure () -> String) throws(EngineFault) {
    guard code == CURLM_OK else {
      throw .broken("libcurl refused \(what()): \(CurlFault.text(of: code))")
    }
  }
}
