import Logging

/// Sends what the library logs to standard error, one line a message, escaped: log metadata may
/// hold what a server sent.
struct ConsoleLog: LogHandler {
  let label: String
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  /// Makes this the program's log. To be called once, before the first logger is made.
  static func bootstrap(isVerbose: Bool) {
    LoggingSystem.bootstrap { label in
      ConsoleLog(label: label, logLevel: isVerbose ? .debug : .warning)
    }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    let line = TerminalText.escaped("\(event.level) \(label): \(event.message)\(details)")
    Task { @Console in Console.say(line + "\n") }
  }
}
