extension ProductLoader {
  /// Loads a product and returns it. Never touches the result queue.
  ///
  /// Cancelling the calling task cancels the load, which then throws ``LoadError/cancelled`` at
  /// once, unless it had ended before.
  ///
  /// - Parameters:
  ///   - id: What to load.
  ///   - options: Its deadline and its priority.
  public func product(
    withID id: Model.ID, options: LoadOptions = LoadOptions()
  ) async throws(LoadError) -> Model {
    try await outcome(withID: id, options: options).result.get()
  }

  /// Loads a product and returns its result together with its numbers. Never touches the result
  /// queue. Cancelling the calling task cancels the load.
  ///
  /// - Parameters:
  ///   - id: What to load.
  ///   - options: Its deadline and its priority.
  #if compiler(>=6.3)
    @specialized(where Model == Product)
  #endif
  public func outcome(
    withID id: Model.ID, options: LoadOptions = LoadOptions()
  ) async -> LoadOutcome<Model> {
    let load = pipeline.load(of: id, options)
    return await withTaskCancellationHandler {
      // Resumed once, since the token calls its handler once.
      await withUnsafeContinuation { continuation in
        pipeline.start(
          load, of: id, Delivery(of: id, at: .immediate) { continuation.resume(returning: $0) })
      }
    } onCancel: {
      load.cancel()
    }
  }
}
