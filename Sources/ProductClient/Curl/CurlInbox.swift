import Dispatch

/// What other threads ask of the engine's thread.
enum CurlOrder: Sendable {
  /// Perform this exchange for the task that waits at the slot.
  case start(HTTPRequest, ExchangeSlot)
  /// Nobody waits at this slot any more: end its transfer.
  case cancel(ExchangeSlot)
}

/// The engine's mailbox: the only thing that its thread shares with others.
final class CurlInbox: Sendable {
  /// How the engine is to go on once it has read its orders.
  enum Course: Sendable {
    /// Wait for more.
    case running
    /// End when nothing is in progress.
    case finishing
    /// End now; whatever is in progress fails with the error, and so does whatever comes later.
    case closed(EngineFault)
    /// Stop touching libcurl and never come back: the process is exiting.
    case parking
  }

  private struct Contents: Sendable {
    var orders: [CurlOrder] = []
    var course = Course.running
  }

  /// Signalled when the engine parked or ended; what ``ExitGuard`` waits for.
  let isOutOfLibcurl = DispatchSemaphore(value: 0)

  private let contents = Lock(Contents())
  private let signal: WakeSignal

  init(signal: WakeSignal) {
    self.signal = signal
  }

  /// Leaves an order. Fails with the reason when the engine takes none any more.
  func post(_ order: CurlOrder) throws(EngineFault) {
    let wakes = try contents.withLock { contents throws(EngineFault) -> Bool in
      if case .closed(let error) = contents.course { throw error }
      contents.orders.append(order)
      // Further orders ride on the first one's wake-up: the engine takes all of them at once.
      return contents.orders.count == 1
    }
    if wakes { signal.raise() }
  }

  /// Changes the course. What was closed stays closed, and parking is final.
  func set(_ course: Course) {
    contents.withLock { contents in
      switch (contents.course, course) {
      case (.parking, _), (.closed, .running), (.closed, .finishing), (.closed, .closed): break
      default: contents.course = course
      }
    }
    signal.raise()
  }

  /// Takes all orders, in the order left, and the course. `reusable` comes back empty but with
  /// its capacity, and saves the inbox an allocation next time.
  func take(reusing reusable: inout [CurlOrder]) -> Course {
    reusable.removeAll(keepingCapacity: true)
    return contents.withLock { contents in
      swap(&contents.orders, &reusable)
      return contents.course
    }
  }
}
