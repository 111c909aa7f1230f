import ProductClient

/// How it went with one id of a run.
enum RunEnd: Sendable {
  /// It was loaded now. The place is that of the id among all of the run.
  case loaded(LoadOutcome<Product>, place: Int)
  /// A run before this one had loaded it, and the journal has it.
  case kept(JournalIndex.Entry, id: String)

  /// What a journal has yet to keep.
  var newProduct: (product: Product, id: String, place: Int)? {
    guard case .loaded(let outcome, let place) = self, case .success(let product) = outcome.result
    else { return nil }
    return (product, outcome.id.description, place)
  }
}
