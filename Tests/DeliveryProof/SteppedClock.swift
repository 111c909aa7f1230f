/// A clock of which a schedule decides how late it is. Sleepers are woken in the order in which they
/// are due.
// safe: `@unchecked Sendable`, since a schedule and all that belongs to it stays on one thread,
// which `Schedule` checks.
final class SteppedClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    let elapsed: Duration

    func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
    func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
    static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
  }

  private struct Sleeper {
    let number: Int
    let due: Instant
    let continuation: UnsafeContinuation<Bool, Never>
  }

  private(set) var now = Instant(elapsed: .zero)
  let minimumResolution = Duration.nanoseconds(1)
  private var sleepers: [Sleeper] = []
  private var cancelled: Set<Int> = []
  private var lastNumber = 0

  /// When the next sleeper is due; nil when nobody sleeps.
  var nextDue: Duration? { sleepers.map(\.due).min()?.elapsed }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    lastNumber += 1
    let number = lastNumber
    let wasWoken = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        if cancelled.remove(number) != nil || Task.isCancelled {
          continuation.resume(returning: false)
        } else if deadline <= now {
          continuation.resume(returning: true)
        } else {
          sleepers.append(Sleeper(number: number, due: deadline, continuation: continuation))
        }
      }
    } onCancel: {
      guard let index = sleepers.firstIndex(where: { $0.number == number }) else {
        cancelled.insert(number)
        return
      }
      sleepers.remove(at: index).continuation.resume(returning: false)
    }
    cancelled.remove(number)
    if !wasWoken { throw CancellationError() }
  }

  /// Lets time pass up to the moment; who is due is woken.
  func advance(to elapsed: Duration) {
    now = max(now, Instant(elapsed: elapsed))
    let due = sleepers.filter { $0.due <= now }.sorted { ($0.due, $0.number) < ($1.due, $1.number) }
    sleepers.removeAll { $0.due <= now }
    for sleeper in due { sleeper.continuation.resume(returning: true) }
  }
}
