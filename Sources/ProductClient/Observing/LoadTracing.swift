import Foundation
import Tracing

/// What a loader needs to trace its loads.
struct LoadTracing: Sendable {
  fileprivate let tracer: any Tracer
  /// What writes into the fields of a request who asks; the tracer, and whatever else the program
  /// was set up with.
  fileprivate let instrument: any Instrument

  /// nil where nobody traces: then nothing of this costs anything.
  /// - Parameter given: The tracer of the configuration; nil: the one of the program.
  init?(by given: (any Tracer)?) {
    let tracer = given ?? InstrumentationSystem.tracer
    guard !(tracer is NoOpTracer) else { return nil }
    self.tracer = tracer
    instrument = given ?? InstrumentationSystem.instrument
  }

  /// The trace of a load, in that of the code that calls this.
  func trace(of load: ObservedLoad) -> LoadTrace {
    LoadTrace(of: load, by: self, in: .current ?? .topLevel)
  }
}

/// The span of one load, and those of the exchanges that are made for it.
///
/// Attributes are named as in the semantic conventions of OpenTelemetry
/// (<https://opentelemetry.io/docs/specs/semconv/http/http-spans/>); URLs are redacted.
final class LoadTrace: Sendable {
  private let load: ObservedLoad
  private let tracing: LoadTracing
  /// What the caller does.
  private let outer: ServiceContext
  private let span = Lock((any Span)?.none)

  fileprivate init(of load: ObservedLoad, by tracing: LoadTracing, in context: ServiceContext) {
    self.load = load
    self.tracing = tracing
    outer = context
  }

  /// What the load does, for the spans inside its own.
  private var context: ServiceContext { span.withLock { $0?.context } ?? outer }

  func start() {
    let span = tracing.tracer.startAnySpan(
      "ProductLoader.load", context: outer, ofKind: .internal)
    span.updateAttributes {
      $0["product_client.load.number"] = Int64(clamping: load.number.value)
      $0["product_client.load.id"] = load.id
    }
    self.span.withLock { $0 = span }
  }

  /// Says that the load shares the flight of another.
  func link(to leader: LoadTrace?) {
    guard let leader else { return }
    let link = SpanLink(context: leader.context, attributes: [:])
    span.withLock { $0 }?.addLink(link)
  }

  func end(_ end: LoadEnd) {
    // Kept: an exchange that is cancelled ends after its load.
    guard let span = span.withLock({ $0 }) else { return }
    span.updateAttributes {
      $0["product_client.load.code"] = end.code
      $0["product_client.load.attempts"] = end.metrics.attempts
      $0["product_client.load.shared"] = end.metrics.isShared
      if end.code != "ok" { $0["error.type"] = end.code }
    }
    if end.code != "ok" { span.setStatus(SpanStatus(code: .error, message: end.code)) }
    span.end()
  }

  /// Performs an exchange in a span of its own, and tells the server of it.
  ///
  /// - Parameter number: Which request for the flight it is, counted from 1.
  func exchange(
    _ request: HTTPRequest, over transport: any Transport, _ number: Int
  ) async -> Result<HTTPResponse, LoadError> {
    let span = tracing.tracer.startAnySpan("GET", context: context, ofKind: .client)
    span.updateAttributes { $0.describe(request, number) }
    var request = request
    tracing.instrument.inject(span.context, into: &request.fields, using: FieldInjector())
    let outcome = await ServiceContext.withValue(span.context) { [request] in
      await transport.outcome(of: request)
    }
    span.updateAttributes { $0.describe(outcome) }
    if let fault = outcome.fault { span.setStatus(SpanStatus(code: .error, message: fault)) }
    span.end()
    return outcome
  }
}

/// Sets a field, in the place of those that have its name.
private struct FieldInjector: Injector {
  func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
    guard let field = HTTPField(name: key, value: value) else { return }
    fields.removeAll { $0.isNamed(key) }
    fields.append(field)
  }
}

extension Result<HTTPResponse, LoadError> {
  /// What `error.type` says: the status, or the code of the error; nil for what went well.
  fileprivate var fault: String? {
    switch self {
    case .success(let response): response.status >= 400 ? "\(response.status)" : nil
    case .failure(let error): error.code
    }
  }
}

extension SpanAttributes {
  fileprivate mutating func describe(_ request: HTTPRequest, _ number: Int) {
    let isSecure = request.url.scheme?.lowercased() == "https"
    self["http.request.method"] = "GET"
    self["url.full"] = URLRules.redacted(request.url)
    self["server.address"] = request.url.host(percentEncoded: false)
    self["server.port"] = request.url.port ?? (isSecure ? 443 : 80)
    if number > 1 { self["http.request.resend_count"] = number - 1 }
  }

  fileprivate mutating func describe(_ outcome: Result<HTTPResponse, LoadError>) {
    if let fault = outcome.fault { self["error.type"] = fault }
    guard case .success(let response) = outcome else { return }
    self["http.response.status_code"] = response.status
    if let version = response.metrics.version {
      self["network.protocol.version"] = String(version.rawValue.dropFirst("HTTP/".count))
    }
    if let address = response.metrics.remoteAddress { self["network.peer.address"] = address }
  }
}
