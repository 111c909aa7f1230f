/// One load in progress: holds its ``Delivery`` until the result is settled.
///
/// The work's end and `cancel()` race for the token. Whoever takes it delivers; the other finds
/// nothing to do. So the first of them decides, and a result settled before `cancel()` stands.
final class Load<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
  private let phase: Lock<LoadPhase<Model>>

  init(_ delivery: consuming sending Delivery<Model>) {
    phase = Lock(.pending(delivery, work: nil))
  }

  /// Runs the work in a task of its own, and settles with what it returns.
  ///
  /// The task keeps the load alive, not the other way round for longer than needed: letting go
  /// of the loader or of the ``LoadTask`` loses nothing, and a settled load holds nothing.
  func start(_ work: @escaping @Sendable () async -> LoadOutcome<Model>) {
    let task = Task {
      let outcome = await work()
      settle(outcome.result, outcome.metrics)
    }
    phase.withLock { $0.remember(task) }
  }

  /// Delivers ``LoadError/cancelled`` unless a result was settled before; the work is told to stop.
  func cancel() {
    settle(.failure(.cancelled), nil)?.cancel()
  }

  /// The numbers of the load once its result is settled; nil before, and when it was cancelled.
  var metrics: LoadMetrics? {
    phase.withLock { $0.metrics }
  }

  /// Hands the result over if nobody did before, outside the lock. Returns the work, which may
  /// still be running.
  @discardableResult
  private func settle(
    _ result: Result<Model, LoadError>, _ metrics: LoadMetrics?
  ) -> Task<Void, Never>? {
    switch phase.withLock({ $0.settle(metrics) }) {
    case .deliver(let delivery, let work):
      _ = delivery.deliver(result)
      return work
    case .nothing:
      return nil
    }
  }
}

/// Where a load stands. Pure: each step returns what to do.
enum LoadPhase<Model: Sendable>: ~Copyable {
  /// No result yet. The work is nil until its task is remembered. Exits: settled.
  case pending(Delivery<Model>, work: Task<Void, Never>?)
  /// The result was handed over. No exits.
  case settled(LoadMetrics?)

  /// What ``settle(_:)`` asks the caller to do, outside the lock.
  enum Action: ~Copyable {
    /// Indicates that this caller was first: the result is its to deliver.
    case deliver(Delivery<Model>, work: Task<Void, Never>?)
    /// Indicates that a result was settled before.
    case nothing
  }

  mutating func settle(_ metrics: LoadMetrics?) -> sending Action {
    switch consume self {
    case .pending(let delivery, let work):
      self = .settled(metrics)
      return .deliver(delivery, work: work)
    case .settled(let first):
      self = .settled(first)
      return .nothing
    }
  }

  /// Keeps the task for `cancel()`, unless it was so fast that the load is settled already.
  mutating func remember(_ work: Task<Void, Never>) {
    switch consume self {
    case .pending(let delivery, _): self = .pending(delivery, work: work)
    case .settled(let metrics): self = .settled(metrics)
    }
  }

  var metrics: LoadMetrics? {
    switch self {
    case .pending: nil
    case .settled(let metrics): metrics
    }
  }
}
