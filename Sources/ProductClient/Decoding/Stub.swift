import Foundation
extension ModelDecoder where Model: Decodable {
  /// stub
  public static func json() -> ModelDecoder {
    ModelDecoder { try JSONDecoder().decode(Model.self, from: Data($0)) }
  }
}
