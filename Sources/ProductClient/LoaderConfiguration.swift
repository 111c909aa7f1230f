import Logging

/// Everything about a loader that has a sensible default.
public struct LoaderConfiguration: Sendable {
  /// Fields sent with each request. `Accept` and `User-Agent` are added unless they are here.
  public var fields: HTTPFields
  /// How large an answer may be.
  public var limits: ExchangeLimits
  /// How long an attempt may take.
  public var timeouts: ExchangeTimeouts
  /// Whether loads of this loader that ask for the same at the same time share one exchange. Each
  /// keeps its own queue, handler and cancel. On unless told.
  public var sharesLoads: Bool
  /// Whether redirects are followed, and how many. Up to ten unless told.
  public var redirects = RedirectPolicy.follow()
  /// Who gives credentials, per origin; see ``AuthorizationProvider``. Nobody unless told.
  public var authorization: (any AuthorizationProvider)? {
    get { concealedAuthorization.value }
    set { concealedAuthorization.value = newValue }
  }
  private var concealedAuthorization = Concealed<(any AuthorizationProvider)?>(nil)
  /// Where the loader says what it does: each load at `debug`, with its id, URL (redacted), code
  /// and times, never with a secret. Nothing is logged at `info` or above for a single load.
  public var logger: Logger

  /// Creates a configuration; what is not given takes its default.
  public init(
    fields: HTTPFields = HTTPFields(), limits: ExchangeLimits = ExchangeLimits(),
    timeouts: ExchangeTimeouts = ExchangeTimeouts(), sharesLoads: Bool = true,
    logger: Logger = Logger(label: "ProductClient")
  ) {
    self.fields = fields
    self.limits = limits
    self.timeouts = timeouts
    self.sharesLoads = sharesLoads
    self.logger = logger
  }
}
