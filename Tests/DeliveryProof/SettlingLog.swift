import Logging

/// Reads in the loader's log when loads are settled: the one thing that tells it of a load whose
/// task has not had its turn yet.
struct SettlingLog: LogHandler {
  let schedule: Schedule
  let loader: Int

  var logLevel = Logger.Level.debug
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    guard event.message == "load settled" else { return }
    guard let id = event.metadata?["id"].flatMap({ Int("\($0)") }),
      let code = event.metadata?["code"].map({ "\($0)" })
    else { return schedule.fault("the log says \(event.message), without id and code") }
    if code != "cancelled", code != "invalidURL" { schedule.landed(id, of: loader) }
  }
}
