import ProductClient

/// A script at work: knows how often each route was asked, and how many connections there were.
final class ScriptRun: Sendable {
  private let script: FixtureScript
  private let folder: FixtureFolder?
  private let visits = Lock(Visits())

  private struct Visits {
    var routes: [String: Int] = [:]
    var fallback = 0
    var connections = 0
  }

  init(_ script: FixtureScript) {
    self.script = script
    folder = script.folder.map(FixtureFolder.init)
  }

  /// What becomes of the next connection.
  func nextAcceptance() -> Acceptance {
    guard !script.acceptances.isEmpty else { return .serve }
    let index = visits.withLock { visits in
      visits.connections += 1
      return visits.connections - 1
    }
    return script.acceptances[min(index, script.acceptances.count - 1)]
  }

  /// The reply to a request. Closures of the script run here, with no lock held.
  func reply(to request: FixtureRequest) -> FixtureReply {
    let path = request.path
    if let route = script.routes[path] {
      let visit = visits.withLock { visits in
        visits.routes[path, default: 0] += 1
        return visits.routes[path, default: 0]
      }
      return answer(of: route, to: request, visit: visit)
    }
    if let reply = folder?.reply(to: path) { return reply.ifChanged(for: request) }
    let visit = visits.withLock { visits in
      visits.fallback += 1
      return visits.fallback
    }
    return answer(of: script.fallback, to: request, visit: visit)
  }

  private func answer(
    of route: FixtureScript.Route,
    to request: FixtureRequest,
    visit: Int
  ) -> FixtureReply {
    switch route {
    case .replies(let replies):
      return replies[min(visit, replies.count) - 1]
    case .computed(let reply):
      var request = request
      request.visit = visit
      return reply(request)
    }
  }
}

extension FixtureReply {
  /// 304 when the request names the entity tag of this reply (RFC 9110 §13.1.2).
  fileprivate func ifChanged(for request: FixtureRequest) -> FixtureReply {
    guard let tag = fields["ETag"], let known = request.fields["If-None-Match"],
      known.contains(tag) || known == "*"
    else { return self }
    return .status(304).with("ETag", tag)
  }
}
