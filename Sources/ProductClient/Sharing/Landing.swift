import Foundation

/// How a flight ended, for every load that waits for it.
struct Landing: Sendable {
  let result: Result<AnyModel, LoadError>
  var metrics: LoadMetrics
  /// What was asked; nil when it did not come to a URL.
  let url: URL?
  /// Which flight it was; nil when it did not come to one.
  var flight: LoadNumber?
  /// When it would have been the flight's turn, where it ends because nobody was to wait until then.
  var turn: Moment?

  init(
    _ result: Result<AnyModel, LoadError>, _ metrics: LoadMetrics, from url: URL?,
    on flight: LoadNumber? = nil
  ) {
    self.result = result
    self.metrics = metrics
    self.url = url
    self.flight = flight
  }

  /// What observers are told of a load that ended so.
  var observed: LoadEnd {
    LoadEnd(code: code, url: url.map(URLRules.redacted), flight: flight, metrics: metrics)
  }

  /// The code of the error, or `ok`.
  private var code: String {
    switch result {
    case .success: "ok"
    case .failure(let error): error.code
    }
  }
}
