import Dispatch
import Foundation

/// A program that loads what it is told, once, and prints what that has cost.
package protocol MeasuredProgram: Sendable {
  /// Loads what the tally hands out.
  func run(_ tally: Tally) async throws
}

extension MeasuredProgram {
  /// Runs the program and ends the process: 1 where a load failed.
  ///
  /// The calling thread only waits: valgrind cannot follow one that Dispatch takes over.
  package func measureAndExit(_ work: Work) -> Never {
    Task.detached {
      let tally = Tally(work)
      let before = Numbers.residentKiB()
      do {
        let elapsed = try await ContinuousClock().measure { try await run(tally) }
        print(Numbers(elapsed: elapsed, residentBefore: before).description(of: tally))
      } catch {
        say("\(error)")
        exit(1)
      }
      exit(tally.failed > 0 ? 1 : 0)
    }
    while true { DispatchSemaphore(value: 0).wait() }
  }
}
