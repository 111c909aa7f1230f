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
    let offset = document.visibleOffset(at: path)
    self.init(
      path: JSONPath.text(path),
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
  /// Where the value stands that a path leads to, or else the last container on the way there.
  fileprivate func visibleOffset(at path: [any CodingKey]) -> Int {
    var place = 0
    for key in path {
      guard let next = value(of: key, at: place) else { break }
      place = next
    }
    return tokens[place].visibleOffset
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
