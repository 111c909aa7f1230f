import Foundation

/// One GET request, with the limits and times that hold for its exchange.
public struct HTTPRequest: Hashable, Sendable {
  /// What requests of one loader hardly differ in.
  struct Terms: Hashable, Sendable {
    var fields: HTTPFields
    var limits: ExchangeLimits
    var timeouts: ExchangeTimeouts
    var addressPolicy: AddressPolicy
  }

  private var terms: Boxed<Terms>

  /// Where it goes. http or https, with a host: see ``URLRules``.
  public var url: URL
  /// The fields that are sent besides those the transport adds (Host, Accept-Encoding).
  public var fields: HTTPFields {
    get { terms.value.fields }
    set { terms.value.fields = newValue }
  }
  /// How large the answer may be.
  public var limits: ExchangeLimits {
    get { terms.value.limits }
    set { terms.value.limits = newValue }
  }
  /// How long the exchange may take.
  public var timeouts: ExchangeTimeouts {
    get { terms.value.timeouts }
    set { terms.value.timeouts = newValue }
  }
  /// Which addresses may be connected to for it.
  public var addressPolicy: AddressPolicy {
    get { terms.value.addressPolicy }
    set { terms.value.addressPolicy = newValue }
  }

  /// Creates a request.
  public init(
    url: URL, fields: HTTPFields = HTTPFields(), limits: ExchangeLimits = ExchangeLimits(),
    timeouts: ExchangeTimeouts = ExchangeTimeouts(), addressPolicy: AddressPolicy = .any
  ) {
    self.url = url
    terms = Boxed(
      Terms(fields: fields, limits: limits, timeouts: timeouts, addressPolicy: addressPolicy))
  }

  init(url: URL, terms: Boxed<Terms>) {
    self.url = url
    self.terms = terms
  }
}

extension HTTPRequest {
  /// By the URL alone: requests of one loader hardly differ in anything else, and each load hashes
  /// its request.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// Where it goes and with which fields, without a secret: the URL is redacted as
  /// ``URLRules/redacted(_:)`` does it, and the value of a secret field is `…`.
  public var description: String { "GET \(URLRules.redacted(url)) \(fields)" }

  /// Its parts, without a secret.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "url": URLRules.redacted(url), "fields": fields, "limits": limits, "timeouts": timeouts,
        "addressPolicy": addressPolicy,
      ], displayStyle: .struct)
  }
}

/// How large an answer may be. Counted while it arrives.
public struct ExchangeLimits: Hashable, Sendable {
  /// The body, in bytes, after decompression. 16 MiB unless told.
  public var bodyBytes: Int
  /// The header block with its status line, in bytes, interim responses included. 256 KiB unless told.
  public var headerBytes: Int

  /// Creates limits.
  public init(bodyBytes: Int = 16 << 20, headerBytes: Int = 256 << 10) {
    self.bodyBytes = bodyBytes
    self.headerBytes = headerBytes
  }
}

/// How long an exchange may take.
public struct ExchangeTimeouts: Hashable, Sendable {
  /// Name lookup, connection and TLS together. 10 s unless told.
  public var connect: Duration
  /// The whole exchange, from the moment that it is its turn. 30 s unless told.
  ///
  /// Of a loader it is the whole attempt: an exchange that follows a redirect, or a credential that
  /// was refused, has what those before it left.
  public var attempt: Duration
  /// Until the first byte of the answer's head, from the moment that it is the exchange's turn, with
  /// name lookup and connection; nil, unless told: as long as the others let it.
  public var firstByte: Duration?
  /// An exchange that moves fewer bytes a second than ``stallBytesPerSecond`` for so long has
  /// stalled. Whole seconds, rounded up. 30 s unless told.
  public var stall: Duration
  /// How many bytes a second an exchange must move. At least 1, whatever is set. 1 unless told.
  public var stallBytesPerSecond: Int
  /// What the exchanges before it, in the same attempt, took off the time of the attempt.
  package private(set) var spent = Duration.zero

  /// The time of the attempt before anything was taken off.
  package var wholeAttempt: Duration { attempt + spent }

  /// Creates timeouts.
  public init(
    connect: Duration = .seconds(10), attempt: Duration = .seconds(30),
    firstByte: Duration? = nil, stall: Duration = .seconds(30), stallBytesPerSecond: Int = 1
  ) {
    self.connect = connect
    self.attempt = attempt
    self.firstByte = firstByte
    self.stall = stall
    self.stallBytesPerSecond = stallBytesPerSecond
  }
}

extension ExchangeTimeouts {
  /// The times of an exchange that goes on with the same attempt after another that took so long;
  /// nil when no time is left.
  func goingOn(after time: Duration) -> ExchangeTimeouts? {
    guard time < attempt else { return nil }
    var timeouts = self
    timeouts.attempt -= time
    timeouts.spent += time
    return timeouts
  }
}
