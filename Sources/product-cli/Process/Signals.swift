import Dispatch
import Foundation

/// What signals do to this program.
enum Signals {
  /// A closed pipe, or a file that may not become larger, is told by the write that meets it: see
  /// ``OutputStream``.
  static func ignoreThoseOfWrites() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Runs the work as a task of its own that the first of these signals cancels, and returns what
  /// it made together with that signal. A second one ends the program at once.
  ///
  /// That the signals were ignored before, as in a shell's background jobs, makes no difference:
  /// whoever sends one means it. Only SIGHUP stays ignored where it was: that is what `nohup` is for.
  static func cancelling<Result: Sendable>(
    _ numbers: [Int32] = [SIGINT, SIGTERM],
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> (result: Result, signal: Int32?) {
    let first = FirstSignal()
    let task = Task { try await work() }
    let sources = numbers.filter(isHeeded).map { number in
      source(of: number) {
        if first.isTaken(by: number) { task.cancel() } else { _exit(ExitStatus.signal(number)) }
      }
    }
    defer { for source in sources { source.cancel() } }
    do {
      return (try await task.value, first.number)
    } catch is CancellationError {
      throw Stop(ExitStatus.signal(first.number ?? SIGINT))
    }
  }

  private static func isHeeded(_ number: Int32) -> Bool {
    guard number == SIGHUP else { return true }
    // Only setting a disposition tells the one before it. From here on it is ignored either way,
    // until its source is there.
    return address(of: signal(number, SIG_IGN)) != address(of: SIG_IGN)
  }

  /// C tells dispositions apart by their addresses, and functions cannot be compared in Swift.
  private static func address(of handler: (@convention(c) (Int32) -> Void)?) -> Int {
    unsafeBitCast(handler, to: Int.self)
  }

  private static func source(
    of number: Int32,
    handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: handler)
    source.activate()
    return source
  }

  /// Not the main queue: nothing here depends on who serves that.
  private static let queue = DispatchQueue(label: "product-cli.signals")
}
