import Foundation
/// A product.
public struct Product: Identifiable, Hashable, Sendable { public var id: ID
  /// An id
  public struct ID: Hashable, Sendable { var text: String } }
