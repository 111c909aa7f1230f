import Logging

/// Everything about a loader that has a sensible default.
public struct LoaderConfiguration: Sendable {
  /// Fields sent with each request. `Accept` and `User-Agent` are added unless they are here.
  public var fields: HTTPFields
  /// How large an answer may be.
  public var limits: ExchangeLimits
  /// How long an attempt may take.
  public var timeouts: ExchangeTimeouts
  /// Which addresses may be connected to. Any unless told; ``AddressPolicy/publicOnly`` where ids
  /// or URLs come from outside.
  public var addressPolicy: AddressPolicy
  /// Whether loads of this loader that ask for the same at the same time share one exchange. Each
  /// keeps its own queue, handler and cancel. On unless told.
  public var sharesLoads: Bool
  /// Where the loader says what it does: each load at `debug`, with its id, URL (redacted), code
  /// and times, never with a secret. Nothing is logged at `info` or above for a single load.
  public var logger: Logger

  /// Creates a configuration; what is not given takes its default.
  public init(
    fields: HTTPFields = HTTPFields(), limits: ExchangeLimits = ExchangeLimits(),
    timeouts: ExchangeTimeouts = ExchangeTimeouts(), addressPolicy: AddressPolicy = .any,
    sharesLoads: Bool = true,
    logger: Logger = Logger(label: "ProductClient")
  ) {
    self.fields = fields
    self.limits = limits
    self.timeouts = timeouts
    self.addressPolicy = addressPolicy
    self.sharesLoads = sharesLoads
    self.logger = logger
  }
}
