import Synchronization

/// Remembers the first signal that came.
final class FirstSignal: Sendable {
  private let taken = Atomic<Int32>(0)

  /// The signal, or nil while none has come.
  var number: Int32? {
    let number = taken.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Whether this is the first one.
  func isTaken(by number: Int32) -> Bool {
    taken.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing).exchanged
  }
}
