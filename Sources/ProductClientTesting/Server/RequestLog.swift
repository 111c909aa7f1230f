/// What happened so far, for tests to look at and to wait for.
struct RequestLog: Sendable {
  struct Counts: Sendable {
    var requests: [FixtureRequest] = []
    var requestCount = 0
    var acceptedConnections = 0
    var openConnections = 0
  }

  let counts = Observed(Counts())
  /// How many requests are kept; the counts go on.
  let capacity: Int

  /// Counts the request and returns it with its number.
  func record(_ request: FixtureRequest) -> FixtureRequest {
    counts.update { [capacity] counts in
      counts.requestCount += 1
      var request = request
      request.number = counts.requestCount
      if counts.requests.count < capacity { counts.requests.append(request) }
      return request
    }
  }

  func connectionOpened() {
    counts.update { counts in
      counts.acceptedConnections += 1
      counts.openConnections += 1
    }
  }

  func connectionClosed() {
    counts.update { $0.openConnections -= 1 }
  }
}
