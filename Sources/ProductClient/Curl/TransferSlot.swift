/// Where the result of one exchange crosses from the engine's thread to the task that waits.
///
/// Three may race for it: the engine that ends the transfer, the task's cancellation, and the task
/// that is only about to wait. The first to finish decides; every later one finds it settled.
final class TransferSlot: Sendable {
  typealias Outcome = Result<HTTPResponse, LoadError>

  private let state = Lock(TransferSlotState.new)

  /// Makes the task wait. Returns whether the exchange should begin: a task that was cancelled
  /// before it came to wait is resumed at once, and nothing is begun.
  func wait(with continuation: consuming ResumeOnce<Outcome>) -> Bool {
    var arriving: ResumeOnce<Outcome>? = continuation
    let waits = state.withLock { $0.wait(&arriving) }
    arriving.take()?.resume(returning: .failure(.cancelled))
    return waits
  }

  /// Hands the outcome to the waiting task, or leaves word that it need not wait. Returns whether
  /// this was the first to finish. The task is resumed outside the lock.
  @discardableResult
  func finish(_ outcome: Outcome) -> Bool {
    switch state.withLock({ $0.finish() }) {
    case .resume(let continuation):
      continuation.resume(returning: outcome)
      return true
    case .nobodyWaits:
      return true
    case .nothing:
      return false
    }
  }

  /// Whether there is nobody left who wants the exchange.
  var isSettled: Bool {
    state.withLock { $0.isSettled }
  }
}

/// Where a slot stands. Pure: each step returns what to do.
enum TransferSlotState: ~Copyable {
  typealias Continuation = ResumeOnce<TransferSlot.Outcome>

  /// Nobody waits yet. Exits: waiting, settled.
  case new
  /// A task waits. Exits: settled.
  case waiting(Continuation)
  /// The result was handed over. No exits.
  case settled

  /// What ``finish()`` asks the caller to do, outside the lock.
  enum Action: ~Copyable {
    /// Indicates that a task waits for the outcome.
    case resume(Continuation)
    /// Indicates that the task has yet to come, and will not wait when it does.
    case nobodyWaits
    /// Indicates that somebody else was first.
    case nothing
  }

  /// Takes the continuation if it is to wait, and leaves it where it is if not.
  mutating func wait(_ arriving: inout Continuation?) -> Bool {
    switch consume self {
    case .new:
      guard let continuation = arriving.take() else {
        self = .new
        return false
      }
      self = .waiting(continuation)
      return true
    case .waiting(let first):
      self = .waiting(first)
      return false
    case .settled:
      self = .settled
      return false
    }
  }

  mutating func finish() -> sending Action {
    switch consume self {
    case .new:
      self = .settled
      return .nobodyWaits
    case .waiting(let continuation):
      self = .settled
      return .resume(continuation)
    case .settled:
      self = .settled
      return .nothing
    }
  }

  var isSettled: Bool {
    switch self {
    case .settled: true
    case .waiting: false
    case .new: false
    }
  }
}

/// A continuation that cannot be resumed twice (it is consumed) and must not be dropped.
struct ResumeOnce<Value: Sendable>: ~Copyable, Sendable {
  private let continuation: UnsafeContinuation<Value, Never>

  init(_ continuation: UnsafeContinuation<Value, Never>) {
    self.continuation = continuation
  }

  consuming func resume(returning value: Value) {
    continuation.resume(returning: value)
    discard self
  }

  deinit {
    assertionFailure("a task was left waiting for ever")
  }
}
