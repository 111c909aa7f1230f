/// The loads of one stream: those in flight, and the outcomes that were not read yet.
///
/// The loads put their outcomes in from wherever they end; the one reader takes them out.
final class OutcomeLine<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
  private struct Contents: Sendable {
    let order: OutcomeOrder
    let window: OutcomeWindow
    var loads: [Int: Load] = [:]
    /// By the place at which they are to be read.
    var outcomes: [Int: LoadOutcome<Model>] = [:]
    var started = 0
    var finished = 0
    var read = 0
    var isCancelled = false
    var readers: [UnsafeContinuation<Void, Never>] = []

    var hasRoom: Bool {
      !isCancelled && window.hasRoom(inFlight: loads.count, unread: outcomes.count)
    }
  }

  private let contents: Lock<Contents>

  init(order: OutcomeOrder, window: OutcomeWindow) {
    contents = Lock(Contents(order: order, window: window))
  }

  /// Whether another load may be started.
  var hasRoom: Bool {
    contents.withLock { $0.hasRoom }
  }

  /// Takes a load in before it is started. Returns its number; nil when no more may start.
  func append(_ load: Load) -> Int? {
    contents.withLock { contents in
      guard contents.hasRoom else { return nil }
      defer { contents.started += 1 }
      contents.loads[contents.started] = load
      return contents.started
    }
  }

  /// Keeps the outcome of the load with the number until it is read, and wakes the reader.
  func finish(_ number: Int, with outcome: LoadOutcome<Model>) {
    let readers = contents.withLock { contents in
      contents.loads[number] = nil
      contents.outcomes[contents.order == .asRequested ? number : contents.finished] = outcome
      contents.finished += 1
      defer { contents.readers = [] }
      return contents.readers
    }
    for reader in readers { reader.resume() }
  }

  /// The next outcome in the order, if it is there.
  func take() -> LoadOutcome<Model>? {
    contents.withLock { contents in
      guard let outcome = contents.outcomes.removeValue(forKey: contents.read) else { return nil }
      contents.read += 1
      return outcome
    }
  }

  /// Waits until an outcome was added. Returns false when there is none to wait for.
  ///
  /// Cancelling the task cancels the loads, and so ends the wait.
  func waitForOutcome(isolation actor: isolated (any Actor)? = #isolation) async -> Bool {
    let isOpen = contents.withLock { !$0.loads.isEmpty || !$0.outcomes.isEmpty }
    guard isOpen else { return false }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { reader in
        if !wait(reader) { reader.resume() }
      }
    } onCancel: {
      cancel()
    }
    return true
  }

  /// Returns false when there is no need: the next outcome is there, or none will come.
  private func wait(_ reader: UnsafeContinuation<Void, Never>) -> Bool {
    contents.withLock { contents in
      guard contents.outcomes[contents.read] == nil, !contents.loads.isEmpty else { return false }
      contents.readers.append(reader)
      return true
    }
  }

  /// Cancels what is in flight; nothing is taken in any more.
  func cancel() {
    let loads = contents.withLock { contents in
      contents.isCancelled = true
      return contents.loads
    }
    for load in loads.sorted(by: { $0.key < $1.key }) { load.value.cancel() }
  }
}

/// Owns the reading end of a line: when it is let go of, nobody will read any more.
final class OutcomeReader<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
  let line: OutcomeLine<Model>

  init(_ line: OutcomeLine<Model>) {
    self.line = line
  }

  deinit {
    line.cancel()
  }
}
