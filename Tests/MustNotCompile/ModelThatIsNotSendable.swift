// expect: does not conform to the 'Sendable' protocol
import Foundation
import ProductClient

final class Lamp: Decodable, Identifiable {
  var id = 7
}

func loader(at url: URL) -> ProductLoader<Lamp> {
  ProductLoader<Lamp> { _ in url }
}
