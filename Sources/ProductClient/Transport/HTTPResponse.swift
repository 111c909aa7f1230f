/// One whole answer.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code, as sent. Interim responses (1xx) are passed over.
  public var status: Int
  /// The fields, in the order sent. Trailer fields are not among them (RFC 9110 §6.5.1).
  public var fields: HTTPFields
  /// The body, decompressed.
  public var body: [UInt8]
  /// The numbers of the exchange.
  public var metrics: ExchangeMetrics

  /// Creates a response.
  public init(
    status: Int, fields: HTTPFields = HTTPFields(), body: [UInt8] = [],
    metrics: ExchangeMetrics = ExchangeMetrics()
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.metrics = metrics
  }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  /// The status, the fields without a secret, and the size of the body.
  public var description: String { "\(status) \(fields), \(body.count) bytes" }

  /// Its parts, without a secret; of the body only the size.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "status": status, "fields": fields, "body": "\(body.count) bytes", "metrics": metrics,
      ], displayStyle: .struct)
  }
}
