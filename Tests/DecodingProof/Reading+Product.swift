import ProductClient

extension Reading {
  /// What the library took the document for.
  init(_ product: Product) {
    self.init(
      id: product.id.description, name: product.name, description: product.description,
      price: product.price.map(Price.init), availability: product.availability?.rawValue,
      images: product.imageURLs.map(\.absoluteString), attributes: product.attributes,
      updatedAt: product.updatedAt)
  }
}

extension Reading.Price {
  fileprivate init(_ money: Money) {
    self.init(
      amount: money.amount, fractionDigits: money.fractionDigits, currency: money.currency)
  }
}
