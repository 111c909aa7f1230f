import Dispatch
import Foundation
import ProductClient

/// What the documents show of the ways to load, where the compiler sees it; see ``Snippets``.
enum VariantSnippets {
  typealias Loader = ProductLoader<Product>

  static func delegate(_ id: Product.ID, _ loader: Loader) -> any Sendable {
    // snippet: delegate
    final class Shelf: ProductLoaderDelegate {
      func productLoader(
        _ loader: ProductLoader<Product>, didFinishLoading result: Result<Product, LoadError>,
        for id: Product.ID
      ) {
        print(id, result)
      }
    }

    let shelf = Shelf()
    loader.delegate = shelf  // weakly: keep it yourself
    loader.loadProduct(withID: id)
    // end
    return shelf
  }

  static func stream(_ ids: [Product.ID], _ loader: Loader) async {
    // snippet: stream
    for await outcome in loader.products(withIDs: ids, maxConcurrent: 16, order: .asRequested) {
      print(outcome.id, outcome.result, outcome.metrics.total)
    }
    // end
  }

  static func updates(_ id: Product.ID, _ loader: Loader) async {
    // snippet: updates
    for await result in loader.updates(forID: id) {
      print(result)
    }
    // end
  }

  static func operation(_ id: Product.ID, _ loader: Loader, _ queue: OperationQueue) {
    // snippet: operation
    let load = ProductLoadOperation(loader: loader, id: id) { result in print(result) }
    let after = BlockOperation { print("loaded") }
    after.addDependency(load)
    queue.addOperations([load, after], waitUntilFinished: false)
    // end
  }

  static func inline(
    _ id: Product.ID, _ loader: Loader,
    _ results: AsyncStream<Result<Product, LoadError>>.Continuation
  ) {
    // snippet: inline
    loader.loadProduct(withID: id, resultQueue: .inline) { result in
      results.yield(result)  // quick, and at home on any thread
    }
    // end
  }

  static func hop(_ id: Product.ID, _ loader: Loader, _ shop: DispatchQueue) {
    // snippet: hop
    shop.async {
      loader.loadProduct(withID: id, resultQueue: shop, hop: .whenNeeded) { result in
        print(result)
      }
    }
    // end
  }

  static func sharing(_ id: Product.ID, _ loader: Loader, _ shop: DispatchQueue) -> any Sendable {
    // snippet: sharing
    loader.loadProduct(withID: id, resultQueue: shop) { result in }
    loader.loadProduct(withID: id, resultQueue: .main) { result in }  // joins the first

    var configuration = LoaderConfiguration()
    configuration.sharesLoads = false  // each load of such a loader asks for itself
    // end
    return configuration
  }
}
