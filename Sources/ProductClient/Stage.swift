/// One step of a flight between sharing and the transport: asks the next one, and does the one
/// thing that its name says.
///
/// A stage is a value with one function that returns or throws. ``LoadPipeline`` puts them in
/// their order; none knows its neighbours.
protocol Stage: Sendable {
  nonisolated(nonsending) func answer(to request: HTTPRequest, on course: Course)
    async throws(LoadError) -> Answer
}

/// The last stage: one exchange on the wire.
struct Transporting: Stage {
  let transport: any Transport

  nonisolated(nonsending) func answer(to request: HTTPRequest, on course: Course)
    async throws(LoadError) -> Answer
  {
    guard let observation = course.observation else {
      return Answer(response: try await transport.perform(request), request: request)
    }
    let response = try await observation.exchange(request, over: transport, course)
    return Answer(response: response, request: request)
  }
}
