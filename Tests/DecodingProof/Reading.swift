import Foundation

/// What somebody took a document for: the members of a product, as plain values.
struct Reading {
  struct Price {
    var amount: Decimal
    /// nil where it cannot be known.
    var fractionDigits: Int?
    var currency: String
  }

  var id: String
  var name: String
  var description: String?
  var price: Price?
  var availability: String?
  var images: [String]
  var attributes: [String: String]
  var updatedAt: Date?
}

extension Reading {
  /// The members that are not the same in both, down to each byte of a text.
  func differences(from other: Reading) -> [String] {
    var names: [String] = []
    func compare(_ name: String, _ isSame: Bool) {
      if !isSame { names.append(name) }
    }
    compare("id", id.isIdentical(to: other.id))
    compare("name", name.isIdentical(to: other.name))
    compare("description", description.isIdentical(to: other.description))
    compare("price", (price == nil) == (other.price == nil))
    if let price, let price2 = other.price { names += price.differences(from: price2) }
    compare("availability", availability.isIdentical(to: other.availability))
    compare("imageURLs", images.elementsEqual(other.images) { $0.isIdentical(to: $1) })
    compare(
      "attributes",
      attributes.inOrder.elementsEqual(other.attributes.inOrder) { $0.isIdentical(to: $1) })
    compare("updatedAt", updatedAt == other.updatedAt)
    return names
  }
}

extension Reading.Price {
  fileprivate func differences(from other: Self) -> [String] {
    var names: [String] = []
    if amount != other.amount { names.append("price.amount") }
    if let digits = fractionDigits, let digits2 = other.fractionDigits, digits != digits2 {
      names.append("price.fractionDigits")
    }
    if !currency.isIdentical(to: other.currency) { names.append("price.currency") }
    return names
  }
}

extension String {
  /// Strings are equal that look the same; these have the same bytes.
  fileprivate func isIdentical(to other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

extension String? {
  fileprivate func isIdentical(to other: String?) -> Bool {
    guard let self, let other else { return (self == nil) == (other == nil) }
    return self.isIdentical(to: other)
  }
}

extension [String: String] {
  /// Keys and values, one after the other.
  fileprivate var inOrder: [String] {
    sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
  }
}
