/// Goes where the server redirects; see ``RedirectDecision`` for whether and with what.
struct Redirecting<Next: Stage>: Stage {
  let next: Next
  let policy: RedirectPolicy

  nonisolated(nonsending) func answer(to request: HTTPRequest, on course: Course)
    async throws(LoadError) -> Answer
  {
    let answer = try await next.answer(to: request, on: course)
    // Nearly always; to copy request and answer about for nothing would cost more than all else here.
    guard RedirectDecision.isRedirect(answer.status) else { return answer }
    return try await follow(answer, to: request, on: course)
  }

  private func follow(
    _ first: Answer, to original: HTTPRequest, on course: Course
  ) async throws(LoadError) -> Answer {
    var (answer, request) = (first, original)
    var chain: [HTTPRequest] = []
    var course = course
    course.isFollowUp = true
    while true {
      switch RedirectDecision.next(
        after: answer.response, to: request, chain: chain, policy: policy)
      {
      case .done:
        answer.request = request
        answer.redirects = chain.map(\.url)
        return answer
      case .follow(let following):
        let next = try following.goingOn(from: answer)
        chain.append(request)
        course.observation?.redirectFollowed(
          from: request, to: next, answer.status, of: chain[0], course)
        request = next
        answer = try await self.next.answer(to: request, on: course)
      case .fail(let error):
        throw error
      }
    }
  }
}
