/// Tells the observers of each attempt; see ``LoadObserver``.
///
/// It comes after hedging, so that each of the two exchanges of a hedged attempt is told of, and
/// before redirecting, since an attempt is the whole way to an answer.
struct Attempting<Next: Stage>: Stage {
  let next: Next

  nonisolated(nonsending) func answer(to request: HTTPRequest, on course: Course)
    async throws(LoadError) -> Answer
  {
    guard let observation = course.observation else {
      return try await next.answer(to: request, on: course)
    }
    return try await observation.attempt(at: request, course) { () async throws(LoadError) in
      try await next.answer(to: request, on: course)
    }
  }
}
