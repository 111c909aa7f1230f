import Foundation
import Logging

/// How a flight ended, for every load that waits for it.
struct Landing<Model: Sendable>: Sendable {
  let result: Result<Model, LoadError>
  var metrics: LoadMetrics
  /// What was asked; nil when it did not come to a URL.
  let url: URL?
  /// When it would have been the flight's turn, where it ends because nobody was to wait until then.
  var turn: Moment?

  init(_ result: Result<Model, LoadError>, _ metrics: LoadMetrics, from url: URL?) {
    self.result = result
    self.metrics = metrics
    self.url = url
  }

  /// What the log says of a load that ended so.
  func logged(_ id: some Any) -> Logger.Metadata {
    [
      "id": "\(id)",
      "code": "\(code)",
      "url": "\(url.map(URLRules.redacted) ?? "")",
      "attempts": "\(metrics.attempts)",
      "total": "\(metrics.total)",
    ]
  }

  /// The code of the error, or `ok`.
  private var code: String {
    switch result {
    case .success: "ok"
    case .failure(let error): error.code
    }
  }
}
