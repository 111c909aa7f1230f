import ProductClient
import ProductClientTesting
import Testing

/// What the doc comments of this room show, where the compiler sees it.
@Suite(.timeLimit(.minutes(1)))
struct ObserverSnippets {
  static func timeline() -> any LoadObserver {
    // snippet: timeline observer
    struct Timeline: LoadObserver {
      let start = ContinuousClock.now

      func loadStarted(_ load: ObservedLoad) { say(load.number, "started, for \(load.id)") }
      func attemptStarted(_ attempt: ObservedAttempt) {
        say(attempt.flight, "  attempt \(attempt.number): \(attempt.url)")
      }
      func attemptEnded(_ attempt: ObservedAttempt, _ end: AttemptEnd) {
        let what = end.status.map { "status \($0)" } ?? end.code ?? ""
        say(attempt.flight, "  attempt \(attempt.number): \(what) after \(end.duration)")
      }
      func retryScheduled(_ retry: ScheduledRetry) {
        say(retry.attempt.flight, "  tries again in \(retry.wait)")
      }
      func loadEnded(_ load: ObservedLoad, _ end: LoadEnd) { say(load.number, end.code) }

      private func say(_ number: LoadNumber, _ what: String) {
        print(ContinuousClock.now - start, "load \(number)", what)
      }
    }
    // end
    return Timeline()
  }

  @Test func theTimelineIsAnObserver() async throws {
    var shop = WatchedShop()
    shop.configuration.observers.append(Self.timeline())
    _ = await (try shop.loader(.shop)).outcome(withID: "7")
    #expect(shop.events.faults == [])
  }
}
