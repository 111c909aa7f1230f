/// How the work of a flight begins, and where it runs: an argument, so that a test can decide the
/// order of everything.
package struct Launch: Sendable {
  /// Whether the work begins inside the starting call and runs there until it first has to wait,
  /// which spares a change of threads.
  private let isImmediate: Bool
  /// Where it runs after it waited; nil for Swift's pool.
  private let executor: (any TaskExecutor)?

  package init(isImmediate: Bool = true, executor: (any TaskExecutor)? = nil) {
    self.isImmediate = isImmediate
    self.executor = executor
  }

  /// The same, but never inside the starting call: for user code that nobody expects there.
  var later: Launch { Launch(isImmediate: false, executor: executor) }

  func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if isImmediate, #available(macOS 26, *) {
      return Task.immediate(executorPreference: executor, operation: work)
    }
    return Task(executorPreference: executor, operation: work)
  }
}
