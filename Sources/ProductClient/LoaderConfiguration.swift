import Logging
import Tracing

/// Everything about a loader that has a sensible default.
public struct LoaderConfiguration: Sendable {
  /// Fields sent with each request. `Accept` and `User-Agent` are added unless they are here.
  public var fields: HTTPFields
  /// How large an answer may be.
  public var limits: ExchangeLimits
  /// How long an attempt may take.
  public var timeouts: ExchangeTimeouts
  /// How long a load may take in all, over all its attempts and waits; nil: as long as those do.
  /// One that names its own in ``LoadOptions`` goes by that.
  public var deadline: Duration?
  /// Which failures are followed by another attempt.
  public var retries: RetryPolicy
  /// When a second exchange is begun because the first takes long; nil: never.
  public var hedging: HedgePolicy?
  /// What is known of the servers, and the rules that loads keep to towards them. Copies of a
  /// configuration share it; each new configuration has its own unless it is given one.
  public var traffic: Traffic
  /// Which addresses may be connected to. Any unless told; ``AddressPolicy/publicOnly`` where ids
  /// or URLs come from outside.
  public var addressPolicy: AddressPolicy
  /// Whether loads of this loader that ask for the same at the same time share one exchange. Each
  /// keeps its own queue, handler and cancel. On unless told.
  public var sharesLoads: Bool
  /// Whether redirects are followed, and how many. Up to ten unless told.
  public var redirects: RedirectPolicy
  /// Who gives credentials, per origin; see ``AuthorizationProvider``. Nobody unless told.
  public var authorization: (any AuthorizationProvider)? {
    get { concealedAuthorization.value }
    set { concealedAuthorization.value = newValue }
  }
  private var concealedAuthorization: Concealed<(any AuthorizationProvider)?>
  /// Where the loader says what it does: each load and each attempt at `debug`, with numbers, id,
  /// URL (redacted), code and times, the smaller steps at `trace`; never with a secret. Nothing is
  /// logged at `info` or above for a single load. A server that is left alone since it fails too
  /// often is a `warning`, its return a `notice`.
  public var logger: Logger
  /// Who is told what happens to each load; nobody unless told. They are called in this order.
  public var observers: [any LoadObserver]
  /// What traces loads: each is a span inside the one that is current in the code that starts it,
  /// with a span for each exchange; what the tracer injects (`traceparent`) goes out with the
  /// request. nil: the tracer that the program was set up with (`InstrumentationSystem`) when the
  /// loader is made; nothing happens if there is none. A `NoOpTracer` switches it off.
  public var tracer: (any Tracer)?

  /// Creates a configuration; what is not given takes its default.
  public init(
    fields: HTTPFields = HTTPFields(), limits: ExchangeLimits = ExchangeLimits(),
    timeouts: ExchangeTimeouts = ExchangeTimeouts(), deadline: Duration? = nil,
    retries: RetryPolicy = RetryPolicy(), hedging: HedgePolicy? = nil,
    traffic: Traffic = Traffic(), redirects: RedirectPolicy = .follow(),
    authorization: (any AuthorizationProvider)? = nil, addressPolicy: AddressPolicy = .any,
    sharesLoads: Bool = true,
    logger: Logger = Logger(label: "ProductClient"), observers: [any LoadObserver] = [],
    tracer: (any Tracer)? = nil
  ) {
    self.fields = fields
    self.limits = limits
    self.timeouts = timeouts
    self.deadline = deadline
    self.retries = retries
    self.hedging = hedging
    self.traffic = traffic
    self.redirects = redirects
    concealedAuthorization = Concealed(authorization)
    self.addressPolicy = addressPolicy
    self.sharesLoads = sharesLoads
    self.logger = logger
    self.observers = observers
    self.tracer = tracer
  }
}
