import Dispatch
import Foundation
import ProductClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The call sites that are promised, as they are promised; `CallSiteTests` runs them.
enum CallSites {
  static func loader() -> ProductLoader<Product> {
    let loader = ProductLoader { id in URL(string: "https://shop.example/products/\(id).json")! }
    return loader
  }

  static func loaderOnMyQueue(
    url: @escaping @Sendable (Product.ID) -> URL
  ) -> ProductLoader<Product> {
    let onMyQueue = ProductLoader(resultQueue: DispatchQueue(label: "shop")) { id in url(id) }
    return onMyQueue
  }

  static func loaderOverFoundation(
    url: @escaping @Sendable (Product.ID) -> URL
  ) -> ProductLoader<Product> {
    let overFoundation = ProductLoader(transport: URLSessionTransport()) { id in url(id) }
    return overFoundation
  }

  struct MyProduct: Decodable, Identifiable, Sendable {
    let id: Int
    let title: String
    let price: Decimal
  }

  static func loaderOfMyOwn(
    url: @escaping @Sendable (MyProduct.ID) -> URL
  ) -> ProductLoader<MyProduct> {
    let ofMyOwn = ProductLoader<MyProduct> { id in url(id) }
    return ofMyOwn
  }

  static func load(
    _ id: Product.ID, with loader: ProductLoader<Product>,
    show: @escaping @Sendable (String) -> Void
  ) -> LoadTask {
    let task = loader.loadProduct(withID: id) { result in
      switch result {
      case .success(let product): show(product.name)
      case .failure(let error): show("\(error)")
      }
    }
    return task
  }

  static func loadOnQueues(
    _ id: Product.ID, with loader: ProductLoader<Product>,
    show: @escaping @Sendable (Result<Product, LoadError>) -> Void
  ) {
    loader.loadProduct(withID: id) { result in show(result) }
    loader.loadProduct(withID: id, resultQueue: .main) { result in show(result) }
    loader.loadProduct(withID: id, resultQueue: DispatchQueue(label: "mine")) { result in
      show(result)
    }
    loader.loadProduct(withID: id, resultQueue: OperationQueue.current ?? .main) { result in
      show(result)
    }
  }

  static func cancel(_ task: LoadTask) {
    task.cancel()
  }

  static func product(
    _ id: Product.ID, with loader: ProductLoader<Product>
  ) async throws(LoadError) -> Product {
    let product = try await loader.product(withID: id)
    return product
  }

  static func outcome(
    _ id: Product.ID, with loader: ProductLoader<Product>
  ) async -> LoadOutcome<Product> {
    let outcome = await loader.outcome(withID: id)
    print(outcome.id, outcome.result, outcome.metrics.total)
    return outcome
  }

  static func reason(for error: LoadError) -> String {
    switch error {
    case .notFound: return "There is no such product."
    case .status(let status, let problem, _): return problem?.title ?? "The shop said \(status)."
    case .undecodable(let fault, _): return "Trouble at \(fault.path): \(fault.reason)"
    default: return "\(error.code): \(error)"
    }
  }

  static func configuration() -> LoaderConfiguration {
    var configuration = LoaderConfiguration()
    configuration.timeouts.attempt = .seconds(5)
    configuration.limits.bodyBytes = 1 << 20
    if let language = HTTPField(name: "Accept-Language", value: "de") {
      configuration.fields.append(language)
    }
    return configuration
  }
}
