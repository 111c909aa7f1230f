/// Where the result of one exchange crosses to the task that waits.
typealias ExchangeSlot = Slot<HTTPResponse>

/// Where an outcome crosses from whatever thread it is found on to the one task that waits for it.
///
/// Three may race for it: whoever has the outcome, the task's cancellation, and the task that is
/// only about to wait. The first to finish decides; every later one finds it settled.
final class Slot<Success: Sendable>: Sendable {
  typealias Outcome = Result<Success, LoadError>

  private let state = Lock(SlotState<Success>.new)

  /// Begins what the outcome comes of, and waits for it.
  ///
  /// - Parameters:
  ///   - begin: Called at most once, before the wait; not called when the task is cancelled already.
  ///   - end: Called at most once, when the task was cancelled before the outcome was there. The
  ///     waiting task has been resumed by then. May run before `begin` returned, on any thread.
  func outcome(
    begin: () -> Void, end: @escaping @Sendable () -> Void
  ) async throws(LoadError) -> Success {
    let outcome = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        if wait(with: ResumeOnce(continuation)) { begin() }
      }
    } onCancel: {
      if finish(.failure(.cancelled)) { end() }
    }
    return try outcome.get()
  }

  /// Makes the task wait. Returns whether anything should begin: a task that was cancelled
  /// before it came to wait is resumed at once, and nothing is begun.
  private func wait(with continuation: consuming ResumeOnce<Outcome>) -> Bool {
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

  /// Whether there is nobody left who wants the outcome.
  var isSettled: Bool {
    state.withLock { $0.isSettled }
  }
}

/// Where a slot stands. Pure: each step returns what to do.
enum SlotState<Success: Sendable>: ~Copyable {
  typealias Continuation = ResumeOnce<Slot<Success>.Outcome>

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
