/// Makes a model of a body.
///
/// A loader has one. ``json(dates:keys:maximumNesting:)`` is the default; with ``init(_:)`` any
/// decoder can stand in, for instance a `JSONDecoder` of one's own:
///
/// <!-- snippet: own decoder -->
/// ```swift
/// let decoder = ModelDecoder<MyProduct> { body in
///   try JSONDecoder().decode(MyProduct.self, from: Data(body))
/// }
/// ```
public struct ModelDecoder<Model: Sendable>: Sendable {
  private let decodeBody: @Sendable ([UInt8]) throws -> Model

  /// Creates a decoder from a function. It is called off the engine's thread, many at once; on
  /// Swift's pool, or, where a transport answers without a wait, inside the call that starts the
  /// load. A ``DecodingFailure`` it throws is reported as it is, any other error
  /// by its description.
  public init(_ decodeBody: @escaping @Sendable ([UInt8]) throws -> Model) {
    self.decodeBody = decodeBody
  }

  /// Makes a model of a body, as a load does with the body of its response.
  ///
  /// - Parameter body: The whole of it, decompressed.
  public func decode(_ body: [UInt8]) throws(DecodingFailure) -> Model {
    do {
      return try decodeBody(body)
    } catch let failure as DecodingFailure {
      throw failure
    } catch {
      throw DecodingFailure(path: "", byteOffset: nil, excerpt: "", reason: "\(error)")
    }
  }
}
