/// Adds the credential of the origin that is asked; and once more, another one, after a 401.
///
/// It comes after redirecting, so that each origin on the way gets its own credential and no
/// other's. The credential is no part of what tells flights apart: a loader has one provider, and
/// flights of its own.
struct Authorizing<Next: Stage>: Stage {
  let next: Next
  /// nil when the loader has no provider.
  let credentials: Credentials?

  nonisolated(nonsending) func answer(to request: HTTPRequest, on course: Course)
    async throws(LoadError) -> Answer
  {
    // Nearly always there is none. What follows is a function of its own, so that the frame of this one
    // stays small: it is made for every exchange.
    guard let credentials else { return try await next.answer(to: request, on: course) }
    return try await answer(to: request, on: course, with: credentials)
  }

  private nonisolated(nonsending) func answer(
    to request: HTTPRequest, on course: Course, with credentials: Credentials
  ) async throws(LoadError) -> Answer {
    let origin = Origin(request.url)
    let held = try await credentials.held(for: origin, on: course).grant(or: request.notSent)
    var answer = try await next.answer(to: request.authorized(by: held.credential), on: course)
    if answer.status == 401 {
      let refusal = answer
      var course = course
      course.isFollowUp = true
      let fresh = try await credentials.held(for: origin, replacing: held, on: course)
        .grant { refusal.refused(request, $0) }
      if let credential = fresh.credential, credential != held.credential {
        let again = try request.goingOn(from: refusal).authorized(by: credential)
        answer = try await next.answer(to: again, on: course)
        answer.refusedFor = refusal.response.metrics.total
      }
    }
    // As it came: the credential does not get further than this.
    answer.request = request
    return answer
  }
}

extension Result where Failure == ProviderFault {
  /// The credential, or the error that is made of the fault.
  fileprivate func grant(
    or error: (ProviderFault) -> LoadError
  ) throws(LoadError) -> Success {
    switch self {
    case .success(let held): return held
    case .failure(let fault): throw error(fault)
    }
  }
}

extension HTTPRequest {
  /// The same with the credential, in the place of a field of that name if there is one.
  fileprivate func authorized(by credential: Credential?) -> HTTPRequest {
    guard let field = try? credential?.sent else { return self }
    var request = self
    request.fields.removeAll { $0.isNamed(field.name) }
    request.fields.append(field)
    return request
  }

  /// What a load ends with that was not even sent: 401, since it is for the same reason, with the
  /// same remedy, and asking again at once helps as little. That nobody was asked, the
  /// attempts say.
  fileprivate func notSent(_ fault: ProviderFault) -> LoadError {
    .status(
      401, nil,
      LoadFailure(
        url: URLRules.redacted(url), reason: "it was not asked for, since \(fault.reason)",
        attempts: 0))
  }
}

extension Answer {
  /// What a load ends with when there is nothing to replace the credential that was refused.
  fileprivate func refused(_ request: HTTPRequest, _ fault: ProviderFault) -> LoadError {
    .status(
      401, nil,
      LoadFailure(
        url: URLRules.redacted(request.url),
        reason: "the credential was refused, and \(fault.reason)", exchange: response.metrics))
  }
}
