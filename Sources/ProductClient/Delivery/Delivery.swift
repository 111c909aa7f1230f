/// The one right to hand one load's result to user code.
///
/// Nothing else in the library calls a handler. The compiler holds the promise of exactly one:
/// - at most one: ``deliver(_:)`` consumes the token; a second use does not compile;
/// - at least one: whoever takes a token returns a ``Receipt``, and only ``deliver(_:)`` makes one;
/// - and should a token be let go of all the same (a table cleared, an owner deallocated), its
///   deinit delivers ``LoadError/abandoned``: no caller waits for ever.
struct Delivery<Model: Sendable>: ~Copyable, Sendable {
  typealias Handler = @Sendable (Result<Model, LoadError>) -> Void

  private let queue: any ResultQueue
  /// nil once delivered. `discard self` is not open to a type that stores a closure, so this is
  /// what deinit looks at.
  private var handler: Handler?

  init(on queue: any ResultQueue, to handler: @escaping Handler) {
    self.queue = queue
    self.handler = handler
  }

  /// Puts the result on the queue. Never runs the handler inside this call.
  consuming func deliver(_ result: Result<Model, LoadError>) -> Receipt {
    if let handler = handler.take() {
      queue.enqueue { handler(result) }
    }
    return Receipt()
  }

  deinit {
    guard let handler else { return }
    queue.enqueue { handler(.failure(.abandoned)) }
  }
}

/// Proof that a result was handed over. Only ``Delivery/deliver(_:)`` makes one.
struct Receipt: ~Copyable, Sendable {
  fileprivate init() {}
}
