import Foundation

/// Makes a request of an id: asks the resolver, holds what it gives against ``URLRules``, and
/// adds the fields, limits and times of the loader.
struct Resolving<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
  private let resolver: @Sendable (Model.ID) throws -> URL
  /// One for all the requests, which is less to make and to compare.
  private let terms: Boxed<HTTPRequest.Terms>

  init(
    configuration: LoaderConfiguration, resolver: @escaping @Sendable (Model.ID) throws -> URL
  ) {
    self.resolver = resolver
    terms = Boxed(
      HTTPRequest.Terms(
        fields: configuration.fields.addingDefaults, limits: configuration.limits,
        timeouts: configuration.timeouts, addressPolicy: configuration.addressPolicy))
  }

  func request(for id: Model.ID) throws(LoadError) -> HTTPRequest {
    let url: URL
    do {
      url = try resolver(id)
    } catch {
      throw .invalidURL(
        LoadFailure(url: "id \(id)", reason: "the URL resolver threw \(error)", attempts: 0))
    }
    if let fault = URLRules.fault(in: url) {
      throw .invalidURL(
        LoadFailure(url: URLRules.redacted(url), reason: fault, attempts: 0))
    }
    return HTTPRequest(url: url, terms: terms)
  }
}

extension HTTPFields {
  fileprivate var addingDefaults: HTTPFields {
    var fields = self
    for (name, value) in [("Accept", "application/json"), ("User-Agent", "ProductClient")] {
      guard self[name] == nil, let field = HTTPField(name: name, value: value) else { continue }
      fields.append(field)
    }
    return fields
  }
}
