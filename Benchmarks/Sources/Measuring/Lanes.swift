import Dispatch

/// Loads whose end is told to a handler, so many at once: each that ends makes room for the next.
package struct Lanes: Sendable {
  package typealias Handler = @Sendable (Result<Listing, any Error>) -> Void

  private let count: Int
  private let begin: @Sendable (_ number: Int, _ handler: @escaping Handler) -> Void

  /// - Parameter begin: Begins the load of that number.
  package init(
    _ count: Int, begin: @escaping @Sendable (_ number: Int, _ handler: @escaping Handler) -> Void
  ) {
    self.count = count
    self.begin = begin
  }

  package func run(_ tally: Tally) async {
    let lanes = DispatchGroup()
    for _ in 0..<count {
      lanes.enter()
      beginNext(tally, in: lanes)
    }
    await withCheckedContinuation { continuation in
      lanes.notify(queue: .global()) { continuation.resume() }
    }
  }

  private func beginNext(_ tally: Tally, in lanes: DispatchGroup) {
    guard let number = tally.next() else { return lanes.leave() }
    let start = tally.begin()
    begin(number) { result in
      switch result {
      case .success: tally.end(start)
      case .failure(let error): tally.end(start, error)
      }
      beginNext(tally, in: lanes)
    }
  }
}
