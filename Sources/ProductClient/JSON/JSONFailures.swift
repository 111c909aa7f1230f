extension DecodingFailure {
  /// A document that is not JSON: the path is as far as its reader had come.
  init(_ error: JSONSyntaxError, in scanner: JSONScanner) {
    self.init(
      path: JSONPath.text(JSONPath.steps(of: scanner)),
      byteOffset: error.offset,
      excerpt: JSONExcerpt.around(error.offset, in: scanner.bytes),
      reason: error.reason
    )
  }

  /// A document that is not the model. The place is found again by its path, so that errors that
  /// a model throws by itself are told like ours.
  init(_ error: DecodingError, in document: JSONDocument) {
    let (path, reason) = error.pathAndReason
    let (steps, place) = document.follow(path)
    let offset = document.tokens[place].visibleOffset
    self.init(
      path: JSONPath.text(steps),
      byteOffset: offset,
      excerpt: document.bytes.withUnsafeBufferPointer { JSONExcerpt.around(offset, in: $0) },
      reason: reason
    )
  }
}

extension DecodingError {
  /// Where it happened, a missing key included, and what, in words.
  fileprivate var pathAndReason: (path: [any CodingKey], reason: String) {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      (context.codingPath, context.debugDescription)
    case .keyNotFound(let key, let context):
      (context.codingPath + [key], context.debugDescription)
    @unknown default:
      ([], "\(self)")
    }
  }
}

extension JSONDocument {
  /// Goes a way from the outermost value as far as the document has it, the last container on it
  /// if it ends too early; and tells positions in arrays from keys that look like numbers.
  fileprivate func follow(_ path: [any CodingKey]) -> (steps: [JSONPathKey], token: Int) {
    var place: Int? = 0
    var last = 0
    let steps = path.map { key in
      let isPosition = place.map { tokens[$0].kind == .array } ?? (key.intValue != nil)
      place = place.flatMap { value(of: key, at: $0) }
      last = place ?? last
      guard isPosition, let position = key.intValue else {
        return JSONPathKey(name: key.stringValue)
      }
      return JSONPathKey(position: position)
    }
    return (steps, last)
  }

  private func value(of key: any CodingKey, at container: Int) -> Int? {
    switch tokens[container].kind {
    case .object: member(spelledByModel: key.stringValue, of: container)
    case .array: key.intValue.flatMap { element(at: $0, of: container) }
    default: nil
    }
  }

  private func member(spelledByModel name: String, of object: Int) -> Int? {
    var member = object + 1
    while member < tokens[object].extent {
      if let key = string(at: member), key == name || rules.keys.modelName(for: key) == name {
        return member + 1
      }
      member = index(after: member + 1)
    }
    return nil
  }

  private func element(at position: Int, of array: Int) -> Int? {
    var element = array + 1
    for _ in 0..<max(0, position) where element < tokens[array].extent {
      element = index(after: element)
    }
    return element < tokens[array].extent ? element : nil
  }
}
