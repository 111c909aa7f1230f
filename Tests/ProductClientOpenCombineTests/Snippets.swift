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
}
