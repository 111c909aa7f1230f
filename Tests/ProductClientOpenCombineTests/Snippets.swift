import Dispatch
import OpenCombine
import ProductClient
import ProductClientOpenCombine

/// What the documents show of publishers, where the compiler sees it.
enum PublisherSnippets {
  static func publisher(_ id: Product.ID, _ loader: ProductLoader<Product>) -> any Sendable {
    // snippet: publisher
    var cancellables: Set<AnyCancellable> = []

    loader.productPublisher(withID: id)
      .map(\.name)
      .sink { completion in
        if case .failure(let error) = completion { print(error) }
      } receiveValue: { name in
        print(name)
      }
      .store(in: &cancellables)
    // end
    return cancellables.count
  }

  static func publisherOfNames(_ id: Product.ID, _ loader: ProductLoader<Product>) {
    // snippet: publisher of names
    let cancellable = loader.productPublisher(withID: id)
      .map { product in product.name }
      .sink { completion in
        print(completion)
      } receiveValue: { name in
        print(name)
      }
    // end
    cancellable.cancel()
  }

  static func publisherOnAQueue(
    _ id: Product.ID, _ loader: ProductLoader<Product>, _ shop: DispatchQueue
  ) -> AnyPublisher<String, LoadError> {
    // snippet: publisher on a queue
    loader.productPublisher(withID: id, resultQueue: shop)
      .map { @Sendable product in product.name }
      // end
      .eraseToAnyPublisher()
  }
}
