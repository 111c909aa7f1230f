/// A document that has been read in full: its bytes, its tape, and the rules to decode it by.
///
/// It never changes, so that decoders and containers over it may be kept and shared by whoever
/// decodes, for as long as they like.
final class JSONDocument: Sendable {
  let bytes: [UInt8]
  let tokens: [JSONToken]
  let rules: JSONRules

  /// Reads a document; throws where the first thing stands that is not JSON.
  init(reading bytes: [UInt8], rules: JSONRules) throws(DecodingFailure) {
    self.bytes = bytes
    self.rules = rules
    tokens = try Self.scan(bytes, maximumNesting: rules.maximumNesting)
  }

  private static func scan(
    _ bytes: [UInt8],
    maximumNesting: Int
  ) throws(DecodingFailure) -> [JSONToken] {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<[JSONToken], DecodingFailure> in
      var scanner = JSONScanner(buffer, maximumNesting: maximumNesting)
      do throws(JSONSyntaxError) {
        try scanner.scanDocument()
        return .success(scanner.tokens)
      } catch {
        return .failure(DecodingFailure(error, in: scanner))
      }
    }
    return try result.get()
  }

  /// The index of the token after a whole value.
  @inline(__always)
  func index(after index: Int) -> Int {
    let token = tokens[index]
    return token.isContainer ? token.extent : index + 1
  }

  /// Runs `body` on the bytes of a scalar as they stand in the document.
  @inline(__always)
  func withBytes<Result>(
    of token: JSONToken,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[token.range])) }
  }

  /// The value of a member, by walking over the keys; the first of several. nil when none has it.
  func value(named name: UnsafeBufferPointer<UInt8>, inObjectAt object: Int) -> Int? {
    let end = tokens[object].extent
    var member = object + 1
    while member < end {
      if key(at: member, equals: name) { return member + 1 }
      member = index(after: member + 1)
    }
    return nil
  }

  /// How many values the array at `array` holds.
  func count(ofArrayAt array: Int) -> Int {
    var count = 0
    var element = array + 1
    while element < tokens[array].extent {
      count += 1
      element = index(after: element)
    }
    return count
  }
}

/// What may be chosen about the decoding of a document.
struct JSONRules: Sendable {
  var dates = JSONDateDecoding.iso8601
  var keys = JSONKeyDecoding.useDefaultKeys
  var maximumNesting = JSONRules.defaultMaximumNesting

  /// How deep arrays and objects may stand in each other unless a decoder says otherwise.
  static let defaultMaximumNesting = 512
}
