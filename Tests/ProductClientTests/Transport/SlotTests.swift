import Testing

@testable import ProductClient

/// A slot hands one outcome to the task that waits, whoever comes first, second and third.
@Suite(.timeLimit(.minutes(1)))
struct SlotTests {
  enum Step: Sendable {
    case wait
    case finish
  }

  enum Answer: Sendable, Equatable {
    case waits
    case doesNotWait
    case resume
    case nobodyWaits
    case nothing
  }

  @Test(arguments: [
    ([Step.wait, .finish], [Answer.waits, .resume]),
    ([.wait, .finish, .finish], [.waits, .resume, .nothing]),
    ([.finish, .wait], [.nobodyWaits, .doesNotWait]),
    ([.finish, .finish, .wait], [.nobodyWaits, .nothing, .doesNotWait]),
    ([.finish, .wait, .finish], [.nobodyWaits, .doesNotWait, .nothing]),
  ])
  func theFirstToFinishDecides(_ steps: [Step], _ expected: [Answer]) async {
    let answers = Lock<[Answer]>([])
    let outcome = await withUnsafeContinuation { continuation in
      answers.withLock { $0 = Self.run(steps, ResumeOnce(continuation)) }
    }
    #expect(answers.withLock { $0 } == expected)
    #expect(outcome == .failure(.shutDown))
  }

  /// Runs the steps and resumes the continuation, which is in the slot or still here.
  private static func run(
    _ steps: [Step], _ continuation: consuming SlotState<HTTPResponse>.Continuation
  ) -> [Answer] {
    var state = SlotState<HTTPResponse>.new
    var arriving: SlotState<HTTPResponse>.Continuation? = continuation
    var answers: [Answer] = []
    for step in steps {
      switch step {
      case .wait:
        let early = state.wait(&arriving)
        answers.append(early == nil ? .waits : .doesNotWait)
        if let early { arriving.take()?.resume(returning: early) }
      case .finish: answers.append(answer(state.finish(.failure(.shutDown))))
      }
    }
    let isSettled = state.isSettled
    #expect(isSettled)
    return answers
  }

  private static func answer(_ action: consuming SlotState<HTTPResponse>.Action) -> Answer {
    switch consume action {
    case .resume(let continuation):
      continuation.resume(returning: .failure(.shutDown))
      return .resume
    case .nobodyWaits:
      return .nobodyWaits
    case .nothing:
      return .nothing
    }
  }

  @Test func anOutcomeThatWasThereBeforeIsNotBegunAgain() async {
    let slot = ExchangeSlot()
    #expect(slot.finish(.failure(.shutDown)))
    #expect(!slot.finish(.failure(.abandoned)))
    await #expect(throws: LoadError.shutDown) {
      try await slot.outcome(
        begin: { Issue.record("begun") }, end: { Issue.record("ended") })
    }
  }

  @Test func theOutcomeGoesToTheWaitingTask() async throws {
    let slot = ExchangeSlot()
    let response = try await slot.outcome(
      begin: {
        #expect(!slot.isSettled)
        #expect(slot.finish(.success(HTTPResponse(status: 204))))
        #expect(!slot.finish(.failure(.cancelled)))
      },
      end: { Issue.record("ended") })
    #expect(response.status == 204)
    #expect(slot.isSettled)
  }

  @Test func cancellingEndsWhatWasBegun() async {
    let slot = ExchangeSlot()
    let (begins, begun) = AsyncStream.makeStream(of: Void.self)
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await slot.outcome(begin: { begun.finish() }, end: { ended.finish() })
    }
    for await _ in begins {}
    task.cancel()
    for await _ in ends {}
    await #expect(throws: LoadError.cancelled) { try await task.value }
    #expect(!slot.finish(.success(HTTPResponse(status: 200))))
  }

  @Test func aTaskThatIsCancelledAlreadyBeginsNothing() async {
    let slot = ExchangeSlot()
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask {
        await #expect(throws: LoadError.cancelled) {
          try await slot.outcome(begin: { Issue.record("begun") }, end: {})
        }
      }
    }
  }
}
