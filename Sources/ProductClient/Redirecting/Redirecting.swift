/// Goes where the server redirects; see ``RedirectDecision`` for whether and with what.
struct Redirecting<Next: Stage>: Stage {
  let next: Next
  let policy: RedirectPolicy

  func answer(to request: HTTPRequest, on course: Course) async throws(LoadError) -> Answer {
    var request = request
    var chain: [HTTPRequest] = []
    while true {
      var answer = try await next.answer(to: request, on: course)
      switch RedirectDecision.next(
        after: answer.response, to: request, chain: chain, policy: policy)
      {
      case .done:
        answer.request = request
        answer.redirects = chain.map(\.url)
        return answer
      case .follow(let following):
        chain.append(request)
        course.observation?.redirectFollowed(
          from: request, to: following, answer.response.status, of: chain[0], course)
        request = following
      case .fail(let error):
        throw error
      }
    }
  }
}
