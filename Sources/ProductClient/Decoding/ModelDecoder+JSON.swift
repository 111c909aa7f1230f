extension ModelDecoder where Model: Decodable {
  /// Decodes models from JSON, strictly and exactly.
  ///
  /// What RFC 8259 does not allow is refused: commas at the end, text after the document, bad
  /// UTF-8, lone surrogates, a byte order mark. Models decode as with Foundation's `JSONDecoder`,
  /// with these differences: a `Decimal` is read from a number or from a string, to the last
  /// digit, and what does not fit it is an error; dates are ISO 8601 with or without a fraction of
  /// the second. Of several members with the same key the first one counts. Every failure is a
  /// ``DecodingFailure`` that says where in the document it lies.
  ///
  /// - Parameters:
  ///   - dates: How dates are written.
  ///   - keys: How keys become the names that the model uses.
  ///   - maximumNesting: How deep arrays and objects may stand in each other.
  #if compiler(>=6.3)
    @specialized(where Model == Product)
  #endif
  public static func json(
    dates: JSONDateDecoding = .iso8601,
    keys: JSONKeyDecoding = .useDefaultKeys,
    maximumNesting: Int = 512
  ) -> ModelDecoder {
    let rules = JSONRules(dates: dates, keys: keys, maximumNesting: maximumNesting)
    return ModelDecoder { body in
      let document = try JSONDocument(reading: body, rules: rules)
      do {
        return try JSONPlace(root: document).decode(Model.self)
      } catch let error as DecodingError {
        throw DecodingFailure(error, in: document)
      }
    }
  }
}
