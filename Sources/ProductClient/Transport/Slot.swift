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

  /// Makes the task wait. Returns whether anything should begin: where the outcome was there before
  /// the task came to wait, it is resumed at once, and nothing is begun.
  private func wait(with continuation: consuming ResumeOnce<Outcome>) -> Bool {
    var arriving: ResumeOnce<Outcome>? = continuation
    guard let early = state.withLock({ $0.wait(&arriving) }) else { return true }
    arriving.take()?.resume(returning: early)
    return false
  }

  /// Hands the outcome to the waiting task, or keeps it until the task comes. Returns whether this
  /// was the first to finish. The task is resumed outside the lock.
  @discardableResult
  func finish(_ outcome: Outcome) -> Bool {
    switch state.withLock({ $0.finish(outcome) }) {
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
  typealias Outcome = Slot<Success>.Outcome
  typealias Continuation = ResumeOnce<Outcome>

  /// Nobody waits yet. Exits: waiting, settled.
  case new
  /// A task waits. Exits: settled.
  case waiting(Continuation)
  /// Somebody was the first to finish; what with is kept for the task where that has yet to come. No
  /// exits.
  case settled(Outcome?)

  /// What ``finish(_:)`` asks the caller to do, outside the lock.
  enum Action: ~Copyable {
    /// Indicates that a task waits for the outcome.
    case resume(Continuation)
    /// Indicates that the task has yet to come, and will not wait when it does.
    case nobodyWaits
    /// Indicates that somebody else was first.
    case nothing
  }

  /// Takes the continuation if it is to wait: then nil. Otherwise leaves it where it is, and returns
  /// what it is to be resumed with.
  mutating func wait(_ arriving: inout Continuation?) -> Outcome? {
    switch consume self {
    case .new:
      guard let continuation = arriving.take() else { preconditionFailure("nobody is to wait") }
      self = .waiting(continuation)
      return nil
    case .waiting(let first):
      self = .waiting(first)
      return .failure(.cancelled)
    case .settled(let early):
      self = .settled(nil)
      return early ?? .failure(.cancelled)
    }
  }

  mutating func finish(_ outcome: Outcome) -> sending Action {
    switch consume self {
    case .new:
      self = .settled(outcome)
      return .nobodyWaits
    case .waiting(let continuation):
      self = .settled(nil)
      return .resume(continuation)
    case .settled(let first):
      self = .settled(first)
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
