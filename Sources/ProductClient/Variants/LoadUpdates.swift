/// What is known of one product, as it becomes known: the stored copy at once if there is one, then
/// the fresh one. Made by ``ProductLoader/updates(forID:options:)``.
public struct LoadUpdates<Model>: AsyncSequence, Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  /// One result.
  public typealias Element = Result<Model, LoadError>
  /// Failures are elements.
  public typealias Failure = Never

  let loader: ProductLoader<Model>
  let id: Model.ID
  let options: LoadOptions

  /// Starts anew: each iteration loads once.
  public func makeAsyncIterator() -> Iterator {
    Iterator(loader: loader, id: id, options: options)
  }

  /// Reads the updates, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    /// nil once the fresh result was handed out.
    private var loader: ProductLoader<Model>?
    private let id: Model.ID
    private let options: LoadOptions

    init(loader: ProductLoader<Model>, id: Model.ID, options: LoadOptions) {
      self.loader = loader
      self.id = id
      self.options = options
    }

    /// The next result; nil after the fresh one. Cancelling the task cancels the load.
    public mutating func next() async -> Result<Model, LoadError>? {
      guard let loader = loader.take() else { return nil }
      return await loader.outcome(withID: id, options: options).result
    }
  }
}

extension ProductLoader {
  /// The stored copy at once if there is one, then the fresh one, which is the last.
  ///
  /// Nothing is stored yet, so there is one result: the fresh one. A failure is a result, not an
  /// end; the sequence itself never fails. Never touches the result queue.
  ///
  /// - Parameters:
  ///   - id: What to load.
  ///   - options: Deadline and priority of the fresh load.
  public func updates(
    forID id: Model.ID, options: LoadOptions = LoadOptions()
  ) -> LoadUpdates<Model> {
    LoadUpdates(loader: self, id: id, options: options)
  }
}
