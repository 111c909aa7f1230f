import Testing

@testable import ProductClient

/// What follows a failed attempt, as a table.
@Suite(.timeLimit(.minutes(1)))
struct RetryPolicyTests {
  private static let retried: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  @Test func ofAllStatusesTheseAreRetried() {
    let policy = RetryPolicy()
    #expect(Set((100...599).filter(policy.isRetriable(status:))) == Self.retried)
    #expect(!RetryPolicy(statuses: []).isRetriable(status: 503))
    #expect(RetryPolicy(statuses: [404]).isRetriable(status: 404))
  }

  private static let failure = LoadFailure(url: "", reason: "")
  private static let errors: [LoadError] = [
    .cancelled, .deadlineExceeded(failure), .timedOut(failure), .invalidURL(failure),
    .blockedAddress(failure), .resolve(failure), .connect(failure), .tls(failure),
    .transfer(failure), .tooLarge(failure), .tooManyRedirects(failure), .notFound(failure),
    .status(503, nil, failure),
    .undecodable(DecodingFailure(path: "", byteOffset: nil, excerpt: "", reason: ""), failure),
    .notCached(failure), .circuitOpen(failure), .shutDown, .abandoned,
  ]

  @Test(arguments: [
    (RetryPolicy(), ["timedOut", "connect", "transfer"]),
    (RetryPolicy(causes: [.resolve]), ["resolve"]),
    (RetryPolicy(causes: []), []),
    (
      RetryPolicy(causes: Set(RetryPolicy.Cause.allCases)),
      ["timedOut", "resolve", "connect", "transfer"]
    ),
  ])
  func ofAllErrorsTheseAreRetried(_ policy: RetryPolicy, _ codes: [String]) {
    #expect(Self.errors.filter(policy.isRetriable).map(\.code) == codes)
  }

  @Test(arguments: [
    (1, 200), (2, 400), (3, 800), (4, 1600), (5, 3200), (6, 6400), (7, 10_000), (8, 10_000),
    (1000, 10_000), (Int.max, 10_000),
  ])
  func theBackoffDoublesUpToTheLongest(_ retry: Int, _ milliseconds: Int) {
    #expect(RetryPolicy().backoff(beforeRetry: retry) == .milliseconds(milliseconds))
  }

  @Test(arguments: [
    (Duration.longest, Duration.longest, 1, Duration.century),
    (.longest, .longest, 100, .century),
    (.seconds(1), .longest, .max, .century),
    (.zero, .seconds(10), .max, .zero),
    (.seconds(-1), .seconds(10), 3, .zero),
    (.shortest, .shortest, 3, .zero),
    (.seconds(20), .seconds(10), 1, .seconds(10)),
    (.seconds(1), .seconds(-1), 1, .zero),
  ])
  func theBackoffStandsAnySetting(
    _ first: Duration, _ longest: Duration, _ retry: Int, _ backoff: Duration
  ) {
    let policy = RetryPolicy(firstDelay: first, longestDelay: longest)
    #expect(policy.backoff(beforeRetry: retry) == backoff)
  }

  struct Row: Sendable {
    var attempt = 1
    var retryAfter: Duration?
    var deadline: Moment?
    var draw = UInt64.zero
    var policy = RetryPolicy()
    let decision: RetryDecision
  }

  private static let half = UInt64(1) << 63

  @Test(arguments: [
    // The draw.
    Row(decision: .retry(after: .zero)),
    Row(draw: half, decision: .retry(after: .milliseconds(100))),
    Row(attempt: 2, draw: half, decision: .retry(after: .milliseconds(200))),
    Row(attempt: 3, draw: half, decision: .retry(after: .milliseconds(400))),
    // How many.
    Row(attempt: 4, decision: .stop(.noRetriesLeft)),
    Row(attempt: .max, decision: .stop(.noRetriesLeft)),
    Row(policy: .never, decision: .stop(.noRetriesLeft)),
    Row(policy: RetryPolicy(maxRetries: -1), decision: .stop(.noRetriesLeft)),
    Row(attempt: 1000, policy: RetryPolicy(maxRetries: .max), decision: .retry(after: .zero)),
    // What the server asks for is waited first.
    Row(retryAfter: .seconds(7), decision: .retry(after: .seconds(7))),
    Row(retryAfter: .seconds(7), draw: half, decision: .retry(after: .milliseconds(7100))),
    Row(retryAfter: .seconds(60), decision: .retry(after: .seconds(60))),
    Row(retryAfter: .seconds(61), decision: .stop(.retryAfterTooLong)),
    Row(retryAfter: .longest, decision: .stop(.retryAfterTooLong)),
    Row(retryAfter: .seconds(-7), decision: .retry(after: .zero)),
    Row(
      retryAfter: .longest, policy: RetryPolicy(longestRetryAfter: .longest),
      decision: .retry(after: .century)),
    Row(
      retryAfter: .zero, policy: RetryPolicy(longestRetryAfter: .seconds(-1)),
      decision: .retry(after: .zero)),
    // The deadline; it is 100 s now.
    Row(
      deadline: .at(milliseconds: 100_101), draw: half, decision: .retry(after: .milliseconds(100))),
    Row(deadline: .at(milliseconds: 100_100), draw: half, decision: .stop(.deadlineTooNear)),
    Row(deadline: .at(100), decision: .stop(.deadlineTooNear)),
    Row(deadline: .at(0), decision: .stop(.deadlineTooNear)),
    Row(retryAfter: .seconds(7), deadline: .at(107), decision: .stop(.deadlineTooNear)),
    Row(retryAfter: .seconds(7), deadline: .at(108), decision: .retry(after: .seconds(7))),
    // Which reason comes first.
    Row(attempt: 4, retryAfter: .seconds(61), deadline: .at(0), decision: .stop(.noRetriesLeft)),
    Row(retryAfter: .seconds(61), deadline: .at(0), decision: .stop(.retryAfterTooLong)),
  ])
  func aFailedAttemptIsFollowedBy(_ row: Row) {
    let decision = RetryDecision.after(
      attempt: row.attempt, retryAfter: row.retryAfter, policy: row.policy, now: .at(100),
      deadline: row.deadline, draw: row.draw)
    #expect(decision == row.decision)
  }

  @Test func theLargestDrawIsJustBelowTheMost() throws {
    let decision = RetryDecision.after(
      attempt: 1, retryAfter: nil, policy: RetryPolicy(), now: .start, deadline: nil, draw: .max)
    guard case .retry(let wait) = decision else {
      Issue.record("\(decision)")
      return
    }
    #expect(wait <= .milliseconds(200))
    #expect(wait > .microseconds(199_999))
  }
}
