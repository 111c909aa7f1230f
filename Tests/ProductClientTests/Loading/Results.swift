import TestSupport
import Dispatch
import Foundation
import ProductClient

@testable import ProductClientTesting

/// What handlers were handed, in order: to look at, and to wait for.
final class Results<Model>: Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  private let results = Observed<[Result<Model, LoadError>]>([])

  /// A handler that keeps what it is handed.
  var handler: ProductLoader<Model>.Handler {
    { result in self.results.update { $0.append(result) } }
  }

  var all: [Result<Model, LoadError>] { results.value }

  /// The first result, as soon as there is one.
  func first() async throws -> Result<Model, LoadError> {
    try await wait(count: 1)[0]
  }

  /// The results, as soon as there are so many.
  @discardableResult
  func wait(count: Int) async throws -> [Result<Model, LoadError>] {
    try await results.wait { $0.count >= count }
    return all
  }
}

extension Result where Failure == LoadError {
  /// `ok`, or the code of the error.
  var code: String {
    switch self {
    case .success: "ok"
    case .failure(let error): error.code
    }
  }

  var error: LoadError? {
    switch self {
    case .success: nil
    case .failure(let error): error
    }
  }

  var model: Success? { try? get() }
}

extension FixtureScript {
  /// A lamp at `/`, and at any other path a product whose id is the path's last part.
  static var shop: FixtureScript {
    var script = FixtureScript.answering(.product("1", named: "Lamp"))
    script.otherwise { request in
      .product(String(request.path.split(separator: "/").last ?? "?"), named: "Thing")
    }
    return script
  }
}

extension FixtureReply {
  static func product(_ id: String, named name: String) -> FixtureReply {
    .json(#"{"id": "\#(id)", "name": "\#(name)"}"#)
  }
}

extension ProductLoader where Model == Product {
  /// A loader from the server, by an engine of its own.
  static func from(
    _ server: FixtureServer, over transport: any Transport = CurlTransport.ownWithoutProxy(),
    configuration: LoaderConfiguration = .patient
  ) -> ProductLoader {
    ProductLoader(
      transport: transport, resultQueue: DispatchQueue(label: "ProductLoader.from"),
      configuration: configuration
    ) { id in server.url("/\(id)") }
  }
}

extension CurlTransport {
  static func ownWithoutProxy(maxConcurrentExchanges: Int = 256) -> CurlTransport {
    CurlTransport(
      configuration: CurlConfiguration(
        maxConcurrentExchanges: maxConcurrentExchanges, proxy: .none))
  }
}

extension SecureShop {
  /// Trusts the shop's authority alone, and asks it without a proxy.
  var configuration: CurlConfiguration {
    CurlConfiguration(authorities: .file(certificates.authority.path), proxy: .none)
  }
}

/// A URL at a host that does not exist: for loaders over a ``FixtureTransport``, which asks nobody.
func shopURL(_ path: some CustomStringConvertible = "") throws -> URL {
  guard let url = URL(string: "http://shop.example/\(path)") else { throw URLError(.badURL) }
  return url
}

extension Captured {
  /// Something to capture, which sets the value when it is let go of.
  convenience init(_ isGone: Observed<Bool>) {
    self.init { isGone.update { $0 = true } }
  }
}

extension LoaderConfiguration {
  /// The usual times, but the first failure is the load's, and no server is ever left alone.
  static var oneAttempt: LoaderConfiguration {
    LoaderConfiguration(
      retries: .never, traffic: Traffic(TrafficRules(maxInFlightPerOrigin: 256, breaker: nil)))
  }

  /// Waits longer than any test may: where nothing else ends an exchange, its time does not either.
  /// One attempt, whose failure is the load's, and no server is ever left alone.
  static var patient: LoaderConfiguration {
    let time = Duration.seconds(600)
    var configuration = LoaderConfiguration.oneAttempt
    configuration.timeouts = ExchangeTimeouts(connect: time, attempt: time, stall: time)
    return configuration
  }
}
