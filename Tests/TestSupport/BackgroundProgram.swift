import Foundation
import Subprocess

/// A program that runs beside the tests until it is told to stop.
///
/// It cannot outlive the tests: a shell stands between, watches its standard input, and ends the
/// program when that closes, which the kernel sees to even when the tests are killed.
public final class BackgroundProgram: Sendable {
  private let stopping: AsyncStream<Never>.Continuation
  private let running: Task<Void, Never>
  private let record: Record

  /// What is known about the program from outside.
  ///
  /// An actor and no mutex, which the thread sanitizer does not understand (see Scripts/test).
  private actor Record {
    var hasEnded = false
    var output = ""

    func end() {
      hasEnded = true
    }

    func note(_ error: any Error) {
      output += "(\(error))\n"
    }

    func collect(_ lines: SubprocessOutputSequence) async {
      do {
        for try await line in lines.strings() { output += line + "\n" }
      } catch {
        note(error)
      }
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
      do {
        try await Self.run(path, arguments, in: folder, until: stop) { lines in
          await record.collect(lines)
          // Its output ends when the program does: then there is nothing left to wait for.
          stopping.finish()
        }
      } catch {
        await record.note(error)
      }
      await record.end()
    }
  }

  private static func run(
    _ path: String,
    _ arguments: [String],
    in folder: URL,
    until stop: AsyncStream<Never>,
    collect: @escaping @Sendable (SubprocessOutputSequence) async -> Void
  ) async throws {
    _ = try await Subprocess.run(
      .path("/bin/sh"),
      arguments: Arguments(["-c", watch, "sh", path] + arguments),
      workingDirectory: .init(folder.path),
      input: .inputWriter,
      output: .sequence,
      error: .combinedWithOutput
    ) { execution in
      async let end: Void = collect(execution.standardOutput)
      for await _ in stop {}
      try? await execution.standardInputWriter.finish()
      await end
    }
  }

  /// Letting go of it stops it as well; only ``stop()`` waits for the end.
  deinit {
    stopping.finish()
  }

  /// Whether the program is gone, by itself or stopped.
  public var hasEnded: Bool {
    get async { await record.hasEnded }
  }

  /// What it wrote so far, to standard output and standard error.
  public var output: String {
    get async { await record.output }
  }

  /// Ends the program and waits until it is gone.
  public func stop() async {
    stopping.finish()
    await running.value
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
