import Foundation

/// What to do after a response: it may lead elsewhere. Pure.
enum RedirectDecision: Hashable, Sendable {
  /// Indicates that the response is the answer.
  case done
  /// Indicates that this is to be asked next.
  case follow(HTTPRequest)
  /// Indicates that it leads where the load must not go.
  case fail(LoadError)

  /// - Parameters:
  ///   - response: What the server said.
  ///   - request: What it said it to.
  ///   - chain: The requests that were redirected before, in order. Requests, and not only their
  ///     URLs: the same URL asked with other fields is no circle yet.
  ///   - policy: What the user allows.
  static func next(
    after response: HTTPResponse, to request: HTTPRequest, chain: [HTTPRequest],
    policy: RedirectPolicy
  ) -> RedirectDecision {
    guard isRedirect(response.status), case .follow(let limit) = policy else { return .done }
    let locations = Set(response.fields.values(of: "Location"))
    guard locations.count <= 1 else {
      return .fail(.transfer(failure(request, response, "it redirects to several places at once")))
    }
    guard let target = locations.first.flatMap({ target(of: $0, in: request.url) }) else {
      return .done
    }
    if let fault = fault(in: target, from: request.url) {
      return .fail(.invalidURL(failure(request, response, fault)))
    }
    let following = request.redirected(to: target)
    let asked = chain + [request]
    if let circle = circle(to: following, asked) {
      return .fail(.tooManyRedirects(failure(asked[0], response, circle)))
    }
    guard chain.count < limit else {
      let reason =
        "more than \(max(0, limit)), the last one to \(URLRules.redacted(target)), "
        + "which was not followed"
      return .fail(.tooManyRedirects(failure(asked[0], response, reason)))
    }
    return .follow(following)
  }

  /// RFC 9110 §15.4. 300 leaves the choice to a person, 304 is no redirect, and 305 and 306 are
  /// not to be used.
  static func isRedirect(_ status: Int) -> Bool {
    switch status {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  /// Where a Location leads (RFC 9110 §10.2.2, RFC 3986 §5.2), without a fragment: that is never
  /// sent. nil when it cannot be read, or is empty.
  private static func target(of location: String, in url: URL) -> URL? {
    // What is no UTF-8 has been replaced, and would lead somewhere else than the server meant.
    guard !location.unicodeScalars.contains("\u{FFFD}") else { return nil }
    return URL(string: location.withoutFragment, relativeTo: url)?.absoluteURL
  }

  /// Why the load must not go there, in words.
  private static func fault(in target: URL, from url: URL) -> String? {
    if let fault = URLRules.fault(in: target) {
      return "the server redirects to \(target.shown): \(fault)"
    }
    guard URLRules.isSecure(url.absoluteString), !URLRules.isSecure(target.absoluteString) else {
      return nil
    }
    return "the server redirects to \(target.shown): from https to http is not followed"
  }

  /// The way from the URL back to itself, if it leads there.
  private static func circle(to following: HTTPRequest, _ asked: [HTTPRequest]) -> String? {
    guard let start = asked.firstIndex(where: { $0.asksTheSame(as: following) }) else { return nil }
    let way = asked[start...].map(\.url) + [following.url]
    return "it leads in a circle: " + way.map(URLRules.redacted).joined(separator: " → ")
  }

  private static func failure(
    _ request: HTTPRequest, _ response: HTTPResponse, _ reason: String
  ) -> LoadFailure {
    LoadFailure(
      url: URLRules.redacted(request.url), reason: reason, exchange: response.metrics)
  }
}

extension HTTPRequest {
  /// The same to another URL. What was meant for one origin alone does not go to another one, and
  /// does not come back when a later redirect does (RFC 9110 §15.4); nor does the name of its host.
  fileprivate func redirected(to target: URL) -> HTTPRequest {
    var request = self
    request.url = target
    if Origin(target) != Origin(url) {
      request.fields.removeAll { $0.isSecret || $0.isNamed("Host") }
    }
    return request
  }

  fileprivate func asksTheSame(as other: HTTPRequest) -> Bool {
    url.absoluteString.withoutFragment == other.url.absoluteString && fields == other.fields
  }
}

extension URL {
  /// As it may be shown. Where there is no host, nobody knows what the rest may hold.
  fileprivate var shown: String {
    host()?.isEmpty == false ? URLRules.redacted(self) : "\(scheme ?? ""):…"
  }
}

extension String {
  /// RFC 3986 §3.5: what comes before the first `#`.
  fileprivate var withoutFragment: String {
    utf8.firstIndex(of: UInt8(ascii: "#")).map { String(self[..<$0]) } ?? self
  }
}
