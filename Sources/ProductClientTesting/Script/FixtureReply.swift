import Foundation
import ProductClient

/// One answer of a ``FixtureScript``, with the failure it is to show, if any.
public struct FixtureReply: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The fields, sent as they are. Content-Length, Transfer-Encoding and Connection are added to
  /// them where the framing needs them, unless they are here: a reply may lie about its length.
  public var fields: HTTPFields
  /// The body, sent as it is: a compressed one comes with a Content-Encoding field.
  public var body: [UInt8]
  /// How the end of the body is told.
  public var framing: Framing
  /// What goes wrong; nil: nothing.
  public var fault: Fault?
  /// Responses such as 103 (Early Hints) that are sent before this one.
  public var interim: [InterimReply]
  /// Fields after the last chunk; not sent with another framing.
  public var trailers: HTTPFields

  /// How a client knows where the body ends.
  public enum Framing: Hashable, Sendable {
    /// A Content-Length field.
    case contentLength
    /// Chunks of so many bytes, the last one shorter.
    case chunked(size: Int)
    /// The connection is closed after the body.
    case untilClose
    /// The body is the whole answer as it goes over the wire, its head included. Status and
    /// fields are not sent, and the connection is closed after it.
    case raw
  }

  /// Creates a reply.
  public init(
    status: Int = 200,
    fields: HTTPFields = HTTPFields(),
    body: [UInt8] = [],
    framing: Framing = .contentLength,
    fault: Fault? = nil,
    interim: [InterimReply] = [],
    trailers: HTTPFields = HTTPFields()
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.framing = framing
    self.fault = fault
    self.interim = interim
    self.trailers = trailers
  }
}

/// A response with a status of 100 to 199, which comes before the one that counts.
public struct InterimReply: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The fields.
  public var fields: HTTPFields

  /// Creates an interim response.
  public init(status: Int, fields: HTTPFields = HTTPFields()) {
    self.status = status
    self.fields = fields
  }
}

extension FixtureReply {
  /// A JSON document.
  public static func json(_ text: String, status: Int = 200) -> FixtureReply {
    FixtureReply(status: status, body: Array(text.utf8)).with("Content-Type", "application/json")
  }

  /// A status without a body.
  public static func status(_ status: Int) -> FixtureReply {
    FixtureReply(status: status)
  }

  /// Problem details (RFC 9457) with the status and this title.
  public static func problem(_ status: Int, title: String) -> FixtureReply {
    let body = ProblemBody(status: status, title: title).encoded
    return FixtureReply(status: status, body: body)
      .with("Content-Type", "application/problem+json")
  }

  /// The file as it is now. Throws what reading it throws.
  public static func file(_ url: URL) throws -> FixtureReply {
    FixtureReply(body: Array(try Data(contentsOf: url)))
      .with("Content-Type", MediaType.ofFile(named: url.lastPathComponent))
  }

  /// These bytes in place of a whole answer, head included; then the connection is closed.
  public static func raw(_ bytes: [UInt8]) -> FixtureReply {
    FixtureReply(body: bytes, framing: .raw)
  }

  /// The same with a fault.
  public func with(_ fault: Fault) -> FixtureReply {
    var copy = self
    copy.fault = fault
    return copy
  }

  /// The same with another framing.
  public func with(_ framing: Framing) -> FixtureReply {
    var copy = self
    copy.framing = framing
    return copy
  }

  /// The same with a field more. One that no message may carry is left out: see ``raw(_:)``.
  public func with(_ name: String, _ value: String) -> FixtureReply {
    guard let field = HTTPField(name: name, value: value) else { return self }
    var copy = self
    copy.fields.append(field)
    return copy
  }
}

private struct ProblemBody: Encodable {
  let status: Int
  let title: String

  var encoded: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map(Array.init) ?? []
  }
}
