import Testing

@testable import ProductClient

/// From when results came, when the heartbeat ran and when the timer fired follows whether the main
/// queue is served.
@Suite(.timeLimit(.minutes(1)))
struct MainQueueServiceTests {
  enum Input {
    case result(Double)
    case heartbeat
    case timer(Double)
  }

  /// What came at which second, and what is asked for then.
  struct Course: Sendable, CustomTestStringConvertible {
    let fact: String
    let steps: [(Input, MainQueueService.Action)]
    let end: MainQueueService

    var testDescription: String { fact }
  }

  private static let start = SuspendingClock().now

  private static func at(_ seconds: Double) -> SuspendingClock.Instant {
    start + .seconds(seconds)
  }

  static let courses = [
    Course(
      fact: "a queue that is served is asked once for a burst, and left alone after it",
      steps: [
        (.result(0), .putHeartbeatAndStartTimer(.seconds(2))),
        (.result(0.25), .nothing),
        (.result(0.5), .nothing),
        (.heartbeat, .nothing),
        (.timer(2), .nothing),
      ],
      end: .idle),
    Course(
      fact: "a queue that is not served is warned of, with all results since",
      steps: [
        (.result(0), .putHeartbeatAndStartTimer(.seconds(2))),
        (.result(1), .nothing),
        (.result(1.5), .nothing),
        (.timer(2), .warn(results: 3)),
      ],
      end: .warned),
    Course(
      fact: "while a timer runs, no other is started",
      steps: [
        (.result(0), .putHeartbeatAndStartTimer(.seconds(2))),
        (.heartbeat, .nothing),
        (.result(0.5), .putHeartbeat),
        (.heartbeat, .nothing),
        (.result(1), .putHeartbeat),
        (.heartbeat, .nothing),
        (.timer(2), .nothing),
        (.result(3), .putHeartbeatAndStartTimer(.seconds(2))),
      ],
      end: .asked(since: at(3), results: 1)),
    Course(
      fact: "a queue that stops being served is warned of 2 s after the first result since",
      steps: [
        (.result(0), .putHeartbeatAndStartTimer(.seconds(2))),
        (.result(0), .nothing),
        (.heartbeat, .nothing),
        (.result(1.5), .putHeartbeat),
        (.timer(2), .startTimer(.seconds(1.5))),
        (.result(3), .nothing),
        (.timer(3.5), .warn(results: 2)),
      ],
      end: .warned),
    Course(
      fact: "a process that stood still tells nothing of the queue, which gets its time again",
      steps: [
        (.result(0), .putHeartbeatAndStartTimer(.seconds(2))),
        (.timer(60), .startTimer(.seconds(2))),
        (.heartbeat, .nothing),
        (.timer(62), .nothing),
      ],
      end: .idle),
    Course(
      fact: "a queue that is not served after the process stood still is warned of",
      steps: [
        (.result(0), .putHeartbeatAndStartTimer(.seconds(2))),
        (.timer(60), .startTimer(.seconds(2))),
        (.result(61), .nothing),
        (.timer(62), .warn(results: 2)),
      ],
      end: .warned),
    Course(
      fact: "a timer that is a little late is as good",
      steps: [
        (.result(0), .putHeartbeatAndStartTimer(.seconds(2))),
        (.timer(3.75), .warn(results: 1)),
      ],
      end: .warned),
    Course(
      fact: "after the warning nothing is asked any more",
      steps: [
        (.result(0), .putHeartbeatAndStartTimer(.seconds(2))),
        (.timer(2), .warn(results: 1)),
        (.result(3), .nothing),
        (.heartbeat, .nothing),
        (.result(4), .nothing),
        (.timer(6), .nothing),
      ],
      end: .warned),
  ]

  @Test(arguments: courses)
  func aCourseAsksForWhatItsStepsTell(_ course: Course) {
    var service = MainQueueService.idle
    for (number, (input, expected)) in course.steps.enumerated() {
      let action = Self.put(input, into: &service)
      #expect(action == expected, "step \(number)")
    }
    #expect(service == course.end)
  }

  private static func put(
    _ input: Input, into service: inout MainQueueService
  ) -> MainQueueService.Action {
    switch input {
    case .result(let time):
      return service.resultComes(at: at(time))
    case .heartbeat:
      service.heartbeatRan()
      return .nothing
    case .timer(let time):
      return service.timerFired(at: at(time))
    }
  }

  @Test func theTimeIsNotAskedForWhileTheHeartbeatIsOnTheQueue() {
    var service = MainQueueService.asked(since: Self.start, results: 1)
    var isAsked = false
    func now() -> SuspendingClock.Instant {
      isAsked = true
      return Self.start
    }
    _ = service.resultComes(at: now())
    #expect(!isAsked)
  }
}
