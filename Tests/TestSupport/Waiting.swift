/// Waits until something holds, looking every 5 ms; throws ``NeverHappened`` when it takes too long.
///
/// For what announces itself in no better way, such as a file that another process writes. A slow
/// machine makes it longer, never wrong.
public func waitUntil(
  _ what: String,
  within limit: Duration = .seconds(20),
  _ holds: () async throws -> Bool
) async throws {
  let clock = ContinuousClock()
  let end = clock.now + limit
  while try await !holds() {
    guard clock.now < end else { throw NeverHappened(what: what, limit: limit) }
    try await clock.sleep(for: .milliseconds(5))
  }
}

/// What was waited for did not come.
public struct NeverHappened: Error, CustomStringConvertible {
  let what: String
  let limit: Duration

  /// What it was and how long was waited.
  public var description: String { "waited \(limit) in vain until \(what)" }
}
