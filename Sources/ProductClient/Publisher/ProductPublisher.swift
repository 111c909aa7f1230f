// This file is compiled twice: in ProductClient over Combine, where there is one, and, by a
// symbolic link, in ProductClientOpenCombine over OpenCombine, where there is none. The package's
// manifest says which of the two it is: `canImport(OpenCombine)` may hold in both targets of one
// build.
#if OPENCOMBINE && canImport(Combine)
  // ProductClient has the publisher.
#elseif OPENCOMBINE || canImport(Combine)
  #if OPENCOMBINE
    import OpenCombine
    import ProductClient
  #else
    import Combine
  #endif

  extension ProductLoader {
    /// A publisher that loads a product anew for each subscription, and delivers on the loader's
    /// result queue.
    ///
    /// <!-- snippet: publisher of names -->
    /// ```swift
    /// let cancellable = loader.productPublisher(withID: id)
    ///   .map { product in product.name }
    ///   .sink { completion in
    ///     print(completion)
    ///   } receiveValue: { name in
    ///     print(name)
    ///   }
    /// ```
    ///
    /// Nothing is loaded before a subscriber asks for a value. Then it receives one product and
    /// `.finished`, or `.failure` with the ``LoadError``. Subscribing twice loads twice;
    /// `share()` makes it one.
    ///
    /// Cancelling the subscription, which letting go of its `AnyCancellable` does, cancels the
    /// load, and nothing is received any more, not even ``LoadError/cancelled``. That holds from
    /// the moment `cancel()` is called on the result queue, where that is serial, or inside of
    /// what a subscriber receives; called elsewhere at the same time, it may be overtaken by what
    /// is being received.
    ///
    /// On the main queue, which is a loader's unless it names another, closures written in
    /// `@MainActor` code are at home. On another queue they stop the program: see
    /// ``productPublisher(withID:resultQueue:options:)``.
    ///
    /// - Parameters:
    ///   - id: What to load.
    ///   - options: Priority and deadline of the load, which begins with the first demand.
    public func productPublisher(
      withID id: Model.ID, options: LoadOptions = LoadOptions()
    ) -> AnyPublisher<Model, LoadError> {
      ProductPublisher { self.loadProduct(withID: id, options: options, handler: $0) }
        .eraseToAnyPublisher()
    }

    /// A publisher that loads a product anew for each subscription, and delivers on the given
    /// queue. Otherwise it is like
    /// ``productPublisher(withID:options:)``.
    ///
    /// Mind closures written in `@MainActor` code or at the top level of a script. The operators do
    /// not ask for `@Sendable` ones, so the compiler takes these to be `@MainActor` too, and has
    /// them check it: on any queue but the main one they stop the program. Either let them run
    /// there, with `resultQueue: .main` or behind a `receive(on:)` that goes there; or say that
    /// they may run anywhere:
    ///
    /// <!-- snippet: publisher on a queue -->
    /// ```swift
    /// loader.productPublisher(withID: id, resultQueue: shop)
    ///   .map { @Sendable product in product.name }
    /// ```
    ///
    /// Each file that uses OpenCombine's operators is to import OpenCombine itself: where another
    /// file's import lets it through, the compiler leaves the check out, and not the danger.
    ///
    /// - Parameters:
    ///   - id: What to load.
    ///   - resultQueue: Where the subscriber is called.
    ///   - options: Priority and deadline of the load, which begins with the first demand.
    public func productPublisher(
      withID id: Model.ID, resultQueue: some ResultQueue, options: LoadOptions = LoadOptions()
    ) -> AnyPublisher<Model, LoadError> {
      ProductPublisher { handler in
        self.loadProduct(
          withID: id, resultQueue: resultQueue, options: options, handler: handler)
      }
      .eraseToAnyPublisher()
    }
  }

  /// Gives each subscriber a load of its own.
  struct ProductPublisher<Model: Sendable>: Publisher {
    typealias Output = Model
    typealias Failure = LoadError
    /// Starts a load that calls the handler once, later.
    typealias Start = @Sendable (@escaping @Sendable (Result<Model, LoadError>) -> Void) -> LoadTask

    let start: Start

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Model, Downstream.Failure == LoadError {
      let receiver = Receiver<Model>(subscriber: AnySubscriber(subscriber))
      subscriber.receive(subscription: LoadSubscription(start, for: receiver))
    }
  }

  /// One subscription, and the one load that it may start.
  ///
  /// Demand, the load's result and `cancel()` meet in the phase, under a lock; the subscriber is
  /// called, the load is started and cancelled, and both are let go of, outside of it.
  final class LoadSubscription<Model: Sendable>: Subscription, Sendable {
    private let phase: Lock<SubscriptionPhase<Model>>

    init(_ start: @escaping ProductPublisher<Model>.Start, for receiver: Receiver<Model>) {
      phase = Lock(.idle(start, receiver))
    }

    /// Starts the load, the first time. A demand of zero is a programmer's error, here as with the
    /// publishers of the framework.
    func request(_ demand: Subscribers.Demand) {
      precondition(demand > .none, "a subscriber must not ask for zero values")
      guard let start = phase.withLock({ $0.begin() }) else { return }
      let task = start { self.receive($0) }
      // Cancelled before there was something to cancel; or ended already, then this does nothing.
      if !phase.withLock({ $0.remember(task) }) { task.cancel() }
    }

    func cancel() {
      let last = phase.withLock { $0.end() }
      if case .loading(_, let task?) = last { task.cancel() }
    }

    /// Passes the result on. In between the value and the end a subscriber may cancel.
    private func receive(_ result: Result<Model, LoadError>) {
      switch result {
      case .success(let model):
        guard let receiver = phase.withLock({ $0.receiver }) else { return }
        _ = receiver.subscriber.receive(model)
        finish(.finished)
      case .failure(let error):
        finish(.failure(error))
      }
    }

    private func finish(_ completion: Subscribers.Completion<LoadError>) {
      phase.withLock { $0.end() }.receiver?.subscriber.receive(completion: completion)
    }
  }

  /// Where a subscription stands. Pure: each step says what to do.
  enum SubscriptionPhase<Model: Sendable>: Sendable {
    /// Nothing was asked for yet. Exits: loading, over.
    case idle(ProductPublisher<Model>.Start, Receiver<Model>)
    /// The load is in progress, or its value being received. The task is nil until it is
    /// remembered. Exits: over.
    case loading(Receiver<Model>, LoadTask?)
    /// Ended or cancelled; holds nothing. No exits.
    case over

    /// Returns what to start, on the first demand.
    mutating func begin() -> ProductPublisher<Model>.Start? {
      guard case .idle(let start, let receiver) = self else { return nil }
      self = .loading(receiver, nil)
      return start
    }

    /// Keeps the task for `cancel()`. False if there is nothing to keep it for.
    mutating func remember(_ task: LoadTask) -> Bool {
      guard case .loading(let receiver, _) = self else { return false }
      self = .loading(receiver, task)
      return true
    }

    /// Returns the phase that was, for the caller to let go of outside the lock.
    mutating func end() -> SubscriptionPhase {
      defer { self = .over }
      return self
    }

    var receiver: Receiver<Model>? {
      switch self {
      case .idle(_, let receiver), .loading(let receiver, _): receiver
      case .over: nil
      }
    }
  }

  /// Who receives, for the queue that calls it.
  ///
  // safe: `@unchecked Sendable`, since what is called of a subscriber is called in order, though it
  // is of no type that says so. First the thread that subscribes hands it the subscription.
  // Everything else comes from the one run of a load's handler, which follows the subscriber's own
  // call of `request`; what it still does after that call it does at the same time, as with any
  // publisher that answers on another thread.
  struct Receiver<Model: Sendable>: @unchecked Sendable {
    let subscriber: AnySubscriber<Model, LoadError>
  }
#endif
