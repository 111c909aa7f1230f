/// Makes a model of a response: what the status means first, then what the body says.
struct Decoding: Sendable {
  private let decode: @Sendable ([UInt8]) throws(DecodingFailure) -> AnyModel

  init(decoder: ModelDecoder<some Sendable>) {
    decode = { body throws(DecodingFailure) in AnyModel(try decoder.decode(body)) }
  }

  func model(
    from response: HTTPResponse, to request: HTTPRequest
  ) throws(LoadError) -> AnyModel {
    if let error = StatusVerdict.error(for: response, to: request) { throw error }
    do throws(DecodingFailure) {
      return try decode(response.body)
    } catch {
      throw .undecodable(error, .of(response, to: request, reason: error.sentence))
    }
  }
}

/// What a status means for a load.
enum StatusVerdict {
  /// nil when the response carries a product: any 2xx but 206, which carries a part.
  static func error(for response: HTTPResponse, to request: HTTPRequest) -> LoadError? {
    switch response.status {
    case 206:
      .status(206, nil, .of(response, to: request, reason: "it sent a part, unasked"))
    case 200...299:
      nil
    case 404, 410:
      .notFound(.of(response, to: request, reason: "the server answered \(response.status)"))
    default:
      failed(response, request)
    }
  }

  private static func failed(_ response: HTTPResponse, _ request: HTTPRequest) -> LoadError {
    let problem = ProblemDetails(of: response)
    let reason = problem?.summary ?? HTTPStatus.phrase(for: response.status)
    return .status(response.status, problem, .of(response, to: request, reason: reason))
  }
}

extension ProblemDetails {
  /// The problem details of a response that says it carries some; nil when it does not, or when
  /// they cannot be read: that must not hide the status.
  fileprivate init?(of response: HTTPResponse) {
    guard let type = response.fields["Content-Type"]?.lowercased(),
      type.hasPrefix("application/problem+json"),
      let problem = try? ModelDecoder<ProblemDetails>.json().decode(response.body)
    else { return nil }
    self = problem
  }
}

extension ProblemDetails {
  /// The most telling text, cut to the length of a sentence; nil when there is
  /// none. The server wrote it: the whole of it stays in ``detail`` and ``title``.
  fileprivate var summary: String? {
    guard let text = [detail, title].compactMap(\.self).first(where: { !$0.isEmpty }) else {
      return nil
    }
    return text.cut(toScalars: 300)
  }
}

extension LoadFailure {
  fileprivate static func of(
    _ response: HTTPResponse, to request: HTTPRequest, reason: String
  ) -> LoadFailure {
    LoadFailure(
      url: URLRules.redacted(request.url), reason: reason, exchange: response.metrics)
  }
}

extension DecodingFailure {
  /// Path, place, excerpt and reason in one line.
  fileprivate var sentence: String {
    let place = byteOffset.map { " at byte \($0)" } ?? ""
    let near = excerpt.isEmpty ? "" : ", near \(excerpt)"
    return (path.isEmpty ? reason : "\(path): \(reason)") + place + near
  }
}
