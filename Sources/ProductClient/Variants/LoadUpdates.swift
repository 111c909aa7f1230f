/// What is known of one product, as it becomes known: the stored copy at once if there is one, then
/// the fresh one. Made by ``ProductLoader/updates(forID:)``.
public struct LoadUpdates<Model>: AsyncSequence, Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  /// One result.
  public typealias Element = Result<Model, LoadError>
  /// Failures are elements.
  public typealias Failure = Never

  let loader: ProductLoader<Model>
  let id: Model.ID

  /// Starts anew: each iteration loads once.
  public func makeAsyncIterator() -> Iterator {
    Iterator(loader: loader, id: id)
  }

  /// Reads the updates, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    /// nil once the fresh result was handed out.
    private var loader: ProductLoader<Model>?
    private let id: Model.ID

    init(loader: ProductLoader<Model>, id: Model.ID) {
      self.loader = loader
      self.id = id
    }

    /// The next result; nil after the fresh one. Cancelling the task cancels the load.
    public mutating func next() async -> Result<Model, LoadError>? {
      guard let loader = loader.take() else { return nil }
      return await loader.outcome(withID: id).result
    }
  }
}

extension ProductLoader {
  /// The stored copy at once if there is one, then the fresh one, which is the last.
  ///
  /// Nothing is stored yet, so there is one result: the fresh one. A failure is a result, not an
  /// end; the sequence itself never fails. Never touches the result queue.
  public func updates(forID id: Model.ID) -> LoadUpdates<Model> {
    LoadUpdates(loader: self, id: id)
  }
}
