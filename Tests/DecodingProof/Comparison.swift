import ProductClient

/// One document, read in every way there is, and where these disagree.
struct Comparison {
  let faults: [String]
  let kind: DecodingProof.Kind
  /// Why Foundation reads it otherwise, if it does and may.
  let difference: FoundationDifference?

  init(_ document: [UInt8]) {
    let textbook = TextbookReader.value(of: document)
    let product = Self.decode(Product.self, document)
    let direct = product.map(Reading.init)
    let overContainers = Self.decode(Reading.self, document)
    let syntax = Self.decode(Anything.self, document)
    var faults = Self.compare(direct, overContainers, "over containers", comparingFailures: true)
    if case .success(let product) = product { faults += Self.compareWriting(product) }
    faults += Self.compareSyntax(syntax, direct, with: textbook)
    if let textbook {
      faults += Self.compare(direct, Self.byTheTextbook(textbook), "by the textbook")
    }
    let foundation = FoundationReading(document)
    difference = FoundationDifference.of(document, textbook)
    faults += difference == nil ? Self.compare(direct, isJSON: textbook != nil, foundation) : []
    self.faults = faults
    kind = direct.isSuccess ? .product : textbook == nil ? .notJSON : .notAProduct
  }

  /// Any JSON at all.
  private struct Anything: Decodable, Sendable {
    init(from decoder: any Decoder) {}
  }

  private static func decode<Model: Decodable & Sendable>(
    _ type: Model.Type, _ document: [UInt8]
  ) -> Result<Model, DecodingFailure> {
    Result { () throws(DecodingFailure) in try ModelDecoder<Model>.json().decode(document) }
  }

  private static func byTheTextbook(_ value: TextbookValue) -> Result<Reading, DecodingFailure> {
    guard let reading = Reading(value) else {
      let reason = "the textbook finds no product in it"
      return .failure(DecodingFailure(path: "", byteOffset: nil, excerpt: "", reason: reason))
    }
    return .success(reading)
  }

  private static func compare(
    _ direct: Result<Reading, DecodingFailure>, _ other: Result<Reading, DecodingFailure>,
    _ way: String, comparingFailures: Bool = false
  ) -> [String] {
    switch (direct, other) {
    case (.success(let first), .success(let second)):
      return first.differences(from: second).map { "another \($0) \(way)" }
    case (.failure(let first), .failure(let second)):
      return comparingFailures && first != second
        ? ["another error \(way): \(first), \(second)"] : []
    case (.success, .failure(let failure)):
      return ["a product, but none \(way): \(failure)"]
    case (.failure(let failure), .success):
      return ["no product, but one \(way): \(failure)"]
    }
  }

  /// A product is written the same whether its URLs are still text or have been made.
  private static func compareWriting(_ product: Product) -> [String] {
    var copy = product
    copy.imageURLs = product.imageURLs
    return copy.canonicalJSON() == product.canonicalJSON() ? [] : ["another imageURLs in writing"]
  }

  private static func compareSyntax(
    _ syntax: Result<Anything, DecodingFailure>, _ direct: Result<Reading, DecodingFailure>,
    with textbook: TextbookValue?
  ) -> [String] {
    switch syntax {
    case .success: textbook == nil ? ["JSON, but none by the textbook"] : []
    case .failure(let failure) where textbook != nil:
      ["no JSON, but some by the textbook: \(failure)"]
    case .failure(let failure): direct.failure == failure ? [] : ["another error for bad JSON"]
    }
  }

  private static func compare(
    _ direct: Result<Reading, DecodingFailure>, isJSON: Bool, _ foundation: FoundationReading
  ) -> [String] {
    if isJSON != foundation.isJSON {
      return [isJSON ? "JSON, but none by Foundation" : "no JSON, but some by Foundation"]
    }
    guard case .success(let reading) = direct else { return [] }
    guard let other = foundation.reading else {
      return ["a product, but none by Foundation: \(foundation.error.map { "\($0)" } ?? "")"]
    }
    return reading.differences(from: other).map { "another \($0) by Foundation" }
  }
}

extension Result {
  fileprivate var isSuccess: Bool { failure == nil }

  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
