import ProductClient

@testable import ProductClientTesting

/// Keeps all events, in the order in which they came, and knows which have not ended.
final class EventRecorder: LoadObserver {
  struct Event: Sendable {
    /// The name of the method.
    let name: String
    /// What it happened to: the same for a start and its end.
    let subject: String
    /// All that was told.
    let facts: [any Sendable]

    func fact<Fact>(_ type: Fact.Type = Fact.self) -> Fact? {
      facts.lazy.compactMap { $0 as? Fact }.first
    }
  }

  struct Record: Sendable {
    var events: [Event] = []
    /// What has started and not ended.
    var open: Set<String> = []
    /// What ended without having started, or started twice.
    var faults: [String] = []
  }

  private let record = Observed(Record())

  var events: [Event] { record.value.events }
  var names: [String] { events.map(\.name) }
  var open: Set<String> { record.value.open }
  var faults: [String] { record.value.faults }

  func count(_ name: String) -> Int {
    events.count { $0.name == name }
  }

  func facts<Fact>(of name: String, _ type: Fact.Type = Fact.self) -> [Fact] {
    events.filter { $0.name == name }.compactMap { $0.fact() }
  }

  /// Waits until so many events of the name have come, and all that has started has ended.
  func wait(for count: Int, _ name: String) async throws {
    try await record.wait { record in
      record.open.isEmpty && record.events.count { $0.name == name } >= count
    }
  }

  /// Waits until there is such an event.
  func wait(for name: String) async throws {
    try await record.wait { record in record.events.contains { $0.name == name } }
  }

  /// Waits until the load, and the flight that it began, have ended.
  func waitForEnd(of load: LoadNumber) async throws {
    try await record.wait { record in
      !record.open.contains {
        $0.hasSuffix(" \(load)") || $0.contains(" \(load)/")
      }
    }
  }

  private func note(_ name: String, _ subject: String, _ facts: any Sendable...) {
    record.update { record in
      record.events.append(Event(name: name, subject: subject, facts: facts))
      let stem = name.replacing("Started", with: "").replacing("Ended", with: "")
      if name.hasSuffix("Started"), !record.open.insert("\(stem) \(subject)").inserted {
        record.faults.append("\(name) \(subject): it goes on already")
      }
      if name.hasSuffix("Ended"), record.open.remove("\(stem) \(subject)") == nil {
        record.faults.append("\(name) \(subject): it does not go on")
      }
    }
  }

  func loadStarted(_ load: ObservedLoad) {
    note("loadStarted", load.subject, load)
  }

  func loadBoarded(_ load: ObservedLoad, flight: LoadNumber, url: String) {
    note("loadBoarded", load.subject, load, flight, url)
  }

  func loadEnded(_ load: ObservedLoad, _ end: LoadEnd) {
    note("loadEnded", load.subject, load, end)
  }

  func deliveryStarted(_ load: ObservedLoad) {
    note("deliveryStarted", load.subject, load)
  }

  func deliveryEnded(_ load: ObservedLoad, waited: Duration?) {
    note("deliveryEnded", load.subject, load, waited)
  }

  func handlerRan(_ load: ObservedLoad, for duration: Duration) {
    note("handlerRan", load.subject, load, duration)
  }

  func attemptStarted(_ attempt: ObservedAttempt) {
    note("attemptStarted", attempt.subject, attempt)
  }

  func attemptEnded(_ attempt: ObservedAttempt, _ end: AttemptEnd) {
    note("attemptEnded", attempt.subject, attempt, end)
  }

  func waitStarted(_ wait: ObservedWait) {
    note("waitStarted", wait.attempt.subject, wait)
  }

  func waitEnded(_ wait: ObservedWait, _ end: WaitEnd) {
    note("waitEnded", wait.attempt.subject, wait, end)
  }

  func exchangeStarted(_ exchange: ObservedExchange) {
    note("exchangeStarted", exchange.subject, exchange)
  }

  func exchangeEnded(_ exchange: ObservedExchange, _ end: AttemptEnd) {
    note("exchangeEnded", exchange.subject, exchange, end)
  }

  func retryScheduled(_ retry: ScheduledRetry) {
    note("retryScheduled", retry.attempt.subject, retry)
  }

  func redirectFollowed(_ redirect: FollowedRedirect) {
    note("redirectFollowed", redirect.attempt.subject, redirect)
  }

  func hedgeBegun(_ hedge: ObservedAttempt) {
    note("hedgeBegun", hedge.subject, hedge)
  }

  func circuitChanged(_ state: CircuitState, of origin: String) {
    note("circuitChanged", origin, state, origin)
  }
}

extension ObservedLoad {
  fileprivate var subject: String { "\(number)" }
}

extension ObservedAttempt {
  fileprivate var subject: String { "\(flight)/\(number)\(isHedge ? "/hedge" : "")" }
}

extension ObservedExchange {
  fileprivate var subject: String { "\(attempt.flight)/exchange \(number)" }
}
