import Foundation

// safe: `@unchecked Sendable` is what `Operation` has; this class adds constants and a locked state.
/// A load as an asynchronous `Operation`: to be queued, to depend and be depended on, to be
/// cancelled.
///
/// <!-- snippet: queued operation -->
/// ```swift
/// let operation = ProductLoadOperation(loader: loader, id: id) { result in }
/// queue.addOperation(operation)
/// ```
///
/// The handler is called once, on the operation queue that the operation was created on: the main
/// one, or the one whose operation created it. Created elsewhere, or with `resultQueue: nil`, it
/// is called inline, where the load ended. Another queue may be given.
///
/// On Linux `OperationQueue.current` knows the main queue on the main thread and in the main queue's
/// own operations only, which leaves out most code of the main actor: name `.main` there.
///
/// ``result`` is there as soon as the operation is finished. On a queue, the handler has been put
/// there by then but may not have run: waiting for it would block a queue that runs one operation
/// at a time. Inline, it has run.
///
/// An operation that is cancelled before it starts loads nothing and ends with
/// ``LoadError/cancelled`` when its queue starts it. One that is never started calls nobody.
public final class ProductLoadOperation<Model>: Operation, @unchecked Sendable
where Model: Decodable & Identifiable & Sendable, Model.ID: Sendable {
  private enum State: Sendable {
    /// Exits: executing.
    case ready(ProductLoader<Model>.Handler)
    /// The outcome is there when the handler runs. Exits: finished.
    case executing(Load, LoadOutcome<Model>?)
    /// No exits.
    case finished(LoadOutcome<Model>)
  }

  private let loader: ProductLoader<Model>
  private let id: Model.ID
  private let options: LoadOptions
  private let place: ResultPlace
  private let state: Lock<State>

  /// Creates an operation whose handler is called on the operation queue; nil: where the load ends.
  ///
  /// - Parameters:
  ///   - loader: What loads.
  ///   - id: What to load.
  ///   - options: Its deadline, counted from when its queue starts it, and its priority.
  ///   - resultQueue: Where the handler is called: the queue that this is called on, unless told.
  ///   - handler: Receives the one result.
  public convenience init(
    loader: ProductLoader<Model>, id: Model.ID, options: LoadOptions = LoadOptions(),
    resultQueue: OperationQueue? = OperationQueue.current,
    handler: @escaping ProductLoader<Model>.Handler
  ) {
    self.init(loader, id, options, resultQueue.map { ResultPlace($0) } ?? .immediate, handler)
  }

  /// Creates an operation whose handler is called on the given queue.
  ///
  /// - Parameters:
  ///   - loader: What loads.
  ///   - id: What to load.
  ///   - options: Its deadline, counted from when its queue starts it, and its priority.
  ///   - resultQueue: Where the handler is called.
  ///   - handler: Receives the one result.
  public convenience init(
    loader: ProductLoader<Model>, id: Model.ID, options: LoadOptions = LoadOptions(),
    resultQueue: some ResultQueue, handler: @escaping ProductLoader<Model>.Handler
  ) {
    self.init(loader, id, options, ResultPlace(resultQueue).orImmediate, handler)
  }

  private init(
    _ loader: ProductLoader<Model>, _ id: Model.ID, _ options: LoadOptions, _ place: ResultPlace,
    _ handler: @escaping ProductLoader<Model>.Handler
  ) {
    self.loader = loader
    self.id = id
    self.options = options
    self.place = place
    state = Lock(.ready(handler))
  }

  /// The one result; nil until it is delivered. It is there in the handler, and once the operation is
  /// finished.
  public var result: Result<Model, LoadError>? {
    outcome?.result
  }

  /// The numbers of the load; nil as long as ``result`` is.
  public var metrics: LoadMetrics? {
    outcome?.metrics
  }

  private var outcome: LoadOutcome<Model>? {
    state.withLock { state in
      switch state {
      case .ready: nil
      case .executing(_, let outcome): outcome
      case .finished(let outcome): outcome
      }
    }
  }

  /// `true`: it goes on after `start()` returned.
  public override var isAsynchronous: Bool { true }

  /// Whether the load is in progress.
  public override var isExecuting: Bool {
    state.withLock { state in
      if case .executing = state { true } else { false }
    }
  }

  /// Whether the result was handed over.
  public override var isFinished: Bool {
    state.withLock { state in
      if case .finished = state { true } else { false }
    }
  }

  /// Begins the load. For operation queues; does nothing when it was called before.
  public override func start() {
    let load = loader.pipeline.load(of: id, options)
    guard let handler = execute(load) else { return }
    // A cancel before this line saw no load; one after it sees this one.
    if isCancelled { load.cancel() }
    loader.pipeline.start(
      load, of: id,
      Delivery(
        of: id, at: place,
        to: { [self] outcome in
          keep(outcome)
          handler(outcome.result)
        }, then: finish))
  }

  /// Asks the load to stop; see ``LoadTask/cancel()``.
  public override func cancel() {
    super.cancel()
    let load: Load? = state.withLock { state in
      if case .executing(let load, _) = state { load } else { nil }
    }
    load?.cancel()
  }

  /// Returns the handler, which the operation then lets go of; nil when it had been started.
  private func execute(_ load: Load) -> ProductLoader<Model>.Handler? {
    changing(\.isExecuting) {
      state.withLock { state in
        guard case .ready(let handler) = state else { return nil }
        state = .executing(load, nil)
        return handler
      }
    }
  }

  /// For the handler, which may run before the operation is finished.
  private func keep(_ outcome: LoadOutcome<Model>) {
    state.withLock { state in
      if case .executing(let load, _) = state { state = .executing(load, outcome) }
    }
  }

  private func finish(_ outcome: LoadOutcome<Model>) {
    changing(\.isExecuting) {
      changing(\.isFinished) {
        state.withLock { $0 = .finished(outcome) }
      }
    }
  }

  /// Operation queues observe these properties; a change that is not told would stall them.
  private func changing<Value>(
    _ property: KeyPath<Operation, Bool>, _ change: () -> Value
  ) -> Value {
    let operation: Operation = self
    operation.willChangeValue(for: property)
    defer { operation.didChangeValue(for: property) }
    return change()
  }
}
