import ProductClient

/// A value behind a lock, of which tasks can await that it meets a condition.
///
/// Nobody polls: whoever changes the value looks at the waiting conditions, and wakes those that
/// are met after it let go of the lock.
final class Observed<Value: Sendable>: Sendable {
  fileprivate struct Waiter {
    let isMet: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  fileprivate struct State {
    var value: Value
    var waiters: [Int: Waiter] = [:]
    /// Tasks whose cancellation came before they began to wait.
    var cancelled: Set<Int> = []
    var nextID = 0
    var isOver = false
  }

  private let state: Lock<State>

  init(_ value: Value) {
    state = Lock(State(value: value))
  }

  /// The value as it is now.
  var value: Value { state.withLock { $0.value } }

  /// Changes the value. The closure runs with the lock held: bookkeeping only.
  @discardableResult
  func update<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
    let (result, woken) = state.withLock { state in
      let result = change(&state.value)
      return (result, state.takeMetWaiters())
    }
    for waiter in woken { waiter.resume() }
    return result
  }

  /// Returns as soon as the condition holds, at once if it does already.
  ///
  /// Throws `CancellationError` when the task is cancelled, or when ``end()`` was called first.
  func wait(until isMet: @escaping @Sendable (Value) -> Bool) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    defer { _ = state.withLock { $0.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(id, Waiter(isMet: isMet, continuation: continuation))
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Ends every wait, and those to come, whose condition does not hold.
  func end() {
    let waiters = state.withLock { state in
      state.isOver = true
      defer { state.waiters = [:] }
      return state.waiters.values.map(\.continuation)
    }
    for waiter in waiters { waiter.resume(throwing: CancellationError()) }
  }

  private func begin(_ id: Int, _ waiter: Waiter) {
    let outcome: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
      if waiter.isMet(state.value) { return .success(()) }
      if state.isOver { return .failure(CancellationError()) }
      state.waiters[id] = waiter
      return nil
    }
    if let outcome { waiter.continuation.resume(with: outcome) }
  }

  private func cancel(_ id: Int) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: id)
      if waiter == nil { state.cancelled.insert(id) }
      return waiter
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }
}

extension Observed.State {
  fileprivate mutating func takeMetWaiters() -> [CheckedContinuation<Void, any Error>] {
    guard !waiters.isEmpty else { return [] }
    let met = waiters.filter { $0.value.isMet(value) }.sorted { $0.key < $1.key }
    for (id, _) in met { waiters[id] = nil }
    return met.map(\.value.continuation)
  }
}
