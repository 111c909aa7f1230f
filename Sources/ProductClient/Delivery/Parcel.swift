import Dispatch
import Foundation
import Logging

/// A result on its way through a result queue: opened once, whatever the queue does with it.
///
/// A queue that runs a closure twice opens it once. One that loses it (a queue of one's own that
/// drops what it holds) is given ``LoadError/abandoned`` to deliver instead, once more and no
/// further: to run the handler anywhere else would be worse than to say so in the log.
final class Parcel: Sendable {
  private struct Contents: Sendable {
    let id: any Sendable
    let outcome: AnyOutcome
    let handler: Delivery.Handler
    /// Where it goes once more when it is lost.
    var sender: Sender?
  }

  /// nil once opened.
  private let contents: Lock<Contents?>

  /// - Parameter id: Of the product; for the log.
  init(_ outcome: AnyOutcome, of id: any Sendable, for handler: @escaping Delivery.Handler) {
    contents = Lock(Contents(id: id, outcome: outcome, handler: handler))
  }

  /// Runs the handler, and lets go of it.
  func open() {
    guard let contents = contents.withLock({ $0.take() }) else { return }
    contents.handler(contents.outcome)
  }

  /// Puts it on the queue, which may lose it.
  func send(through queue: any ResultQueue) {
    // Those of the system lose nothing.
    if !(queue is DispatchQueue || queue is OperationQueue) {
      let sender = Sender(queue)
      contents.withLock { $0?.sender = sender }
    }
    queue.enqueue(open)
  }

  deinit {
    guard let lost = contents.withLock({ $0.take() }) else { return }
    guard let queue = lost.sender?.queue else {
      Logger(label: "ProductClient").error(
        "a result queue lost a result, and is gone or has lost it twice",
        metadata: ["id": "\(lost.id)"])
      return
    }
    let outcome = AnyOutcome(result: .failure(.abandoned), metrics: lost.outcome.metrics)
    let second = Parcel(outcome, of: lost.id, for: lost.handler)
    // Whoever lost it may hold a lock that the queue needs.
    DispatchQueue.global().async { queue.enqueue(second.open) }
  }
}

/// A queue of one's own. Not kept alive by what waits on it: the queue keeps that, and a queue that
/// is let go of would keep itself.
private struct Sender: Sendable {
  private weak var object: (any ResultQueue & AnyObject)?
  private let value: (any ResultQueue)?

  init(_ queue: any ResultQueue) {
    object = queue as? any ResultQueue & AnyObject
    value = object == nil ? queue : nil
  }

  var queue: (any ResultQueue)? { object ?? value }
}
