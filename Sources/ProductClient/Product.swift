import Foundation
/// A product.
public struct Product: Identifiable, Hashable, Sendable, Decodable {
  public var id: ID
  public var name: String
  /// An id
  public struct ID: Hashable, Sendable, Decodable {
    var text: String
    public init(_ s: String) { text = s }
    public init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
  }
}
