import Foundation

/// The one place that writes: everything for standard output and standard error passes here, in
/// order, and waits here when nobody reads.
@globalActor
actor Console {
  static let shared = Console()
  private static let executor = QueueExecutor(label: "product-cli.console")

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    Self.executor.asUnownedSerialExecutor()
  }
}

extension Console {
  /// Standard output: data.
  @Console static let output = OutputStream(STDOUT_FILENO)
  /// Standard error: all that is said about the data.
  @Console private static let errors = OutputStream(STDERR_FILENO)

  /// Says something on standard error. When that is closed, there is nobody left to tell.
  @Console static func say(_ text: String) {
    try? errors.write(text)
    try? errors.flush()
  }

  /// Writes a line to standard output at once.
  @Console static func printLine(_ line: String = "") throws(Stop) {
    try output.write(line + "\n")
    try output.flush()
  }

  /// Writes what is still waiting. Whoever awaits this knows that all was written.
  @Console static func finish() throws(Stop) {
    try output.flush()
  }

  /// Says why the program stops, when there is something to say.
  @Console static func finish(with stop: Stop) {
    try? output.flush()
    guard let message = stop.message else { return }
    say("product-cli: \(TerminalText.escaped(message))\n")
  }
}
