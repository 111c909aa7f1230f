/// Is told how the loads of a ``ProductLoader`` ended that were started without a handler.
///
/// <!-- snippet: delegate -->
/// ```swift
/// final class Shelf: ProductLoaderDelegate {
///   func productLoader(
///     _ loader: ProductLoader<Product>, didFinishLoading result: Result<Product, LoadError>,
///     for id: Product.ID
///   ) {
///     print(id, result)
///   }
/// }
///
/// let shelf = Shelf()
/// loader.delegate = shelf  // weakly: keep it yourself
/// loader.loadProduct(withID: id)
/// ```
public protocol ProductLoaderDelegate<Model>: AnyObject, Sendable {
  /// What is loaded.
  associatedtype Model: Decodable & Identifiable & Sendable where Model.ID: Sendable

  /// Called once for each load, on the loader's result queue.
  func productLoader(
    _ loader: ProductLoader<Model>, didFinishLoading result: Result<Model, LoadError>,
    for id: Model.ID)
}

extension ProductLoader {
  /// Who is told of loads that name no handler. Held weakly; may be set and cleared from any
  /// thread, at any time.
  ///
  /// A result goes to whoever is the delegate when it arrives on the result queue. A delegate that
  /// is gone is simply not called.
  public var delegate: (any ProductLoaderDelegate<Model>)? {
    get { delegateReference.withLock { $0.delegate } }
    set { delegateReference.withLock { $0.delegate = newValue } }
  }

  /// Loads a product, and tells the ``delegate`` once, on the loader's result queue.
  ///
  /// The load keeps the loader until then, so that the delegate can be told who calls.
  ///
  /// - Parameters:
  ///   - id: What to load.
  ///   - options: Its deadline and its priority.
  @discardableResult
  public func loadProduct(
    withID id: Model.ID, options: LoadOptions = LoadOptions()
  ) -> LoadTask {
    loadProduct(withID: id, options: options) { result in
      self.delegate?.productLoader(self, didFinishLoading: result, for: id)
    }
  }
}

/// Does not keep the delegate alive.
struct DelegateReference<Model>: Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  weak var delegate: (any ProductLoaderDelegate<Model>)?
}
