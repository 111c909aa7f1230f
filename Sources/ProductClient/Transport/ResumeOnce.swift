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
