import ProductClient

@testable import ProductClientOpenCombine
@testable import ProductClientTesting

/// The loads that a publisher starts: how many, and how they end, whoever is told of it.
struct ObservedLoads: Sendable {
  let started = Observed(0)
  /// `ok`, or the code of the error.
  let results = Observed<[String]>([])

  /// A publisher like the loader's own.
  /// - Parameter whileStarting: Runs when a load is in progress that the subscription does not
  ///   know yet.
  func publisher(
    withID id: Product.ID, from loader: ProductLoader<Product>,
    whileStarting: @escaping @Sendable () -> Void = {}
  ) -> ProductPublisher<Product> {
    ProductPublisher { handler in
      started.update { $0 += 1 }
      let task = loader.loadProduct(withID: id) { result in
        results.update { $0.append(result.code) }
        handler(result)
      }
      whileStarting()
      return task
    }
  }
}

extension Result where Failure == LoadError {
  fileprivate var code: String {
    switch self {
    case .success: "ok"
    case .failure(let error): error.code
    }
  }
}
