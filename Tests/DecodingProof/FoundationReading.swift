import Foundation
import ProductClient

/// What Foundation makes of a document.
struct FoundationReading {
  let isJSON: Bool
  /// nil when its `JSONDecoder` makes no product of it.
  let reading: Reading?
  let error: (any Error)?

  init(_ document: [UInt8]) {
    let data = Data(document)
    isJSON = (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
    do {
      var reading = Reading(try JSONDecoder().decode(Product.self, from: data))
      // A decoder that is not ours does not tell how many digits a number was written with.
      reading.price?.fractionDigits = nil
      self.reading = reading
      error = nil
    } catch {
      reading = nil
      self.error = error
    }
  }
}
