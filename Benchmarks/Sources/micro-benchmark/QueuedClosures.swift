import Dispatch

/// Closures sent to a serial queue, each by the one before: what the queue itself costs a delivery.
final class QueuedClosures: Sendable {
  private let queue = DispatchQueue(label: "results")
  private let count: Int
  private let end = DispatchSemaphore(value: 0)

  init(_ count: Int) {
    self.count = count
  }

  func run() {
    send(0)
    end.wait()
  }

  private func send(_ number: Int) {
    guard number < count else {
      end.signal()
      return
    }
    queue.async { [self] in send(number + 1) }
  }
}
