/// Whether a result that is there at once still takes the way through the queue.
public enum Hop: Sendable {
  /// It does, as every other.
  case always
  /// It does not where that makes no difference to the calling code but the wait: the result is
  /// there at once (no exchange is needed), the caller already runs on the result queue, through
  /// target queues too, and no other result waits there before it. Then the handler has run when
  /// the starting call returns. Never blocks. A load that such a handler starts hops: a chain of
  /// them does not grow the stack.
  case whenNeeded
}

/// Where a result is handed over.
enum ResultPlace: Sendable {
  case queue(any ResultQueue, Hop)
  /// Wherever the load ends, but not inside the call that starts it.
  case inline(elsewhere: any ResultQueue)
  /// Wherever the load ends. For handlers of our own, which only wake a task, and for operations,
  /// which their queue starts.
  case immediate

  init(_ queue: some ResultQueue, hop: Hop = .always) {
    if let inline = queue as? InlineQueue {
      self = .inline(elsewhere: inline.elsewhere)
    } else {
      self = .queue(queue, hop)
    }
  }

  /// The same place, reached with that hop.
  func with(_ hop: Hop) -> ResultPlace {
    if case .queue(let queue, _) = self { .queue(queue, hop) } else { self }
  }

  /// For operations: what a queue starts is inline wherever it ends.
  var orImmediate: ResultPlace {
    if case .inline = self { .immediate } else { self }
  }

  /// How a result gets to its handler.
  enum Way: Sendable, Equatable {
    /// Through the queue.
    case queue
    /// Right here.
    case here
    /// Somewhere else than here, since here is inside the call that started the load.
    case elsewhere
  }

  /// - Parameter canRunAtOnce: see ``ResultQueue/canRunAtOnce``; asked only where it matters.
  func way(insideStart: Bool, canRunAtOnce: @autoclosure () -> Bool) -> Way {
    switch self {
    case .queue(_, .always): .queue
    case .queue(_, .whenNeeded): insideStart && canRunAtOnce() ? .here : .queue
    case .inline: insideStart ? .elsewhere : .here
    case .immediate: .here
    }
  }

  func handOver(_ parcel: Parcel, insideStart: Bool) {
    let way = way(
      insideStart: insideStart,
      canRunAtOnce: !NestedHandlers.areInside && queue?.canRunAtOnce == true)
    switch way {
    case .here: if case .queue = self { NestedHandlers.run(parcel.open) } else { parcel.open() }
    case .queue, .elsewhere: if let queue { parcel.send(through: queue) }
    }
  }

  private var queue: (any ResultQueue)? {
    switch self {
    case .queue(let queue, _), .inline(let queue): queue
    case .immediate: nil
    }
  }
}
