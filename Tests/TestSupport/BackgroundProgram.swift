import Foundation
import Subprocess
import Synchronization

/// A program that runs beside the tests until it is told to stop.
///
/// It cannot outlive the tests: a shell stands between, watches its standard input, and ends the
/// program when that closes, which the kernel sees to even when the tests are killed.
public final class BackgroundProgram: Sendable {
  private let stopping: AsyncStream<Never>.Continuation
  private let running: Task<Void, any Error>
  private let record: Record

  /// What is known about the program from outside.
  private final class Record: Sendable {
    let ended = Atomic<Bool>(false)
    let output = Mutex("")

    /// Standard output ends when the program does, whoever ended it.
    func collect(_ lines: SubprocessOutputSequence, then atEnd: @Sendable () -> Void) async {
      do {
        for try await line in lines.strings() { output.withLock { $0 += line + "\n" } }
      } catch {
        output.withLock { $0 += "(\(error))\n" }
      }
      atEnd()
    }
  }

  /// Starts the program. Failing to start shows as ``hasEnded``.
  public init(_ program: Program, _ arguments: [String], in folder: URL) throws {
    let (stop, stopping) = AsyncStream.makeStream(of: Never.self)
    let record = Record()
    let path = try program.requirePath()
    self.stopping = stopping
    self.record = record
    running = Task {
      defer { record.ended.store(true, ordering: .releasing) }
      _ = try await Subprocess.run(
        .path("/bin/sh"),
        arguments: Arguments(["-c", Self.watch, "sh", path] + arguments),
        workingDirectory: .init(folder.path),
        input: .inputWriter,
        output: .sequence,
        error: .combinedWithOutput
      ) { execution in
        async let end: Void = record.collect(execution.standardOutput, then: stopping.finish)
        for await _ in stop {}
        try? await execution.standardInputWriter.finish()
        await end
      }
    }
  }

  /// Letting go of it stops it as well; only ``stop()`` waits for the end.
  deinit {
    stopping.finish()
  }

  /// Whether the program is gone, by itself or stopped.
  public var hasEnded: Bool { record.ended.load(ordering: .acquiring) }

  /// What it wrote so far, to standard output and standard error.
  public var output: String { record.output.withLock { $0 } }

  /// Ends the program and waits until it is gone.
  public func stop() async {
    stopping.finish()
    _ = await running.result
  }

  /// Runs "$@" until it ends or standard input does. `read` is part of the shell, so that nothing
  /// is left behind when the watcher is ended in turn.
  private static let watch = """
    exec 3<&0
    "$@" 3<&- < /dev/null & program=$!
    { while read -r _ <&3; do :; done; kill "$program"; } > /dev/null 2>&1 & watcher=$!
    wait "$program"; status=$?
    kill "$watcher" 2> /dev/null
    exit "$status"
    """
}
