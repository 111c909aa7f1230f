import ProductClient

/// What a person reads about a load that failed: which id, and what the error says of itself.
enum FailureSentence {
  static func line(for error: LoadError, of id: Product.ID) -> String {
    TerminalText.escaped("\(id): \(error)")
  }
}
