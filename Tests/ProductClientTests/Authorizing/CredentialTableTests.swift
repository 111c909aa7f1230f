import Foundation
import Testing

@testable import ProductClient

/// Many who want one credential make for one question.
@Suite(.timeLimit(.minutes(1)))
struct CredentialTableTests {
  final class Waiter: Sendable {}
  typealias Table = CredentialTable<Waiter>

  /// The table, where a step of it can be written as an expectation.
  private final class Subject {
    private var table: Table

    init(capacity: Int = 1_000) {
      table = Table(capacity: capacity)
    }

    func known(for origin: Origin, refused: HeldCredential?) -> Table.Step? {
      table.known(for: origin, refused: refused)
    }

    func step(for origin: Origin, refused: HeldCredential?, _ waiter: Waiter) -> Table.Step {
      table.step(for: origin, refused: refused, waiter)
    }

    func keep(_ work: Task<Void, Never>, of question: Table.Question) -> Bool {
      table.keep(work, of: question)
    }

    func leave(_ waiter: Waiter, from origin: Origin) -> Task<Void, Never>? {
      table.leave(waiter, from: origin)
    }

    func answer(
      _ question: Table.Question, with outcome: Result<Credential?, ProviderFault>
    ) -> (outcome: Result<HeldCredential, ProviderFault>, waiters: [Waiter])? {
      table.answer(question, with: outcome)
    }
  }

  let old = Credential.bearer("old")
  let new = Credential.bearer("new")
  let fault = ProviderFault(reason: "no")

  private func origin(_ host: String = "shop.example") throws -> Origin {
    Origin(try #require(URL(string: "https://\(host)")))
  }

  /// Asks, and answers at once.
  @discardableResult
  private func learn(
    _ table: Subject, _ outcome: Result<Credential?, ProviderFault>,
    refused: HeldCredential? = nil, for origin: Origin
  ) throws -> HeldCredential? {
    let question = try #require(table.step(for: origin, refused: refused, Waiter()).question)
    return try #require(table.answer(question, with: outcome)).outcome.success
  }

  @Test func theFirstAsksAndTheOthersWait() throws {
    let table = Subject()
    let origin = try origin()
    let waiters = [Waiter(), Waiter(), Waiter()]
    let step = table.step(for: origin, refused: nil, waiters[0])
    let question = try #require(step.question)
    #expect(step == .ask(question, replacing: nil))
    #expect(table.step(for: origin, refused: nil, waiters[1]) == .wait)
    #expect(table.step(for: origin, refused: nil, waiters[2]) == .wait)
    let answer = try #require(table.answer(question, with: .success(old)))
    let held = try #require(answer.outcome.success)
    #expect(held.credential == old)
    #expect(answer.waiters.map(ObjectIdentifier.init) == waiters.map(ObjectIdentifier.init))
    #expect(table.known(for: origin, refused: nil) == .use(held))
    #expect(table.step(for: origin, refused: nil, Waiter()) == .use(held))
    #expect(table.answer(question, with: .success(new)) == nil)
  }

  @Test func thereBeingNoneIsKnownAsWell() throws {
    let table = Subject()
    let held = try #require(try learn(table, .success(nil), for: origin()))
    #expect(held.credential == nil)
    #expect(table.known(for: try origin(), refused: nil) == .use(held))
  }

  @Test func originsHaveNothingToDoWithEachOther() throws {
    let table = Subject()
    try learn(table, .success(old), for: origin())
    #expect(table.step(for: try origin("b"), refused: nil, Waiter()).question != nil)
    #expect(table.known(for: try origin(), refused: nil) != nil)
  }

  @Test func aRefusalAsksOnceAndLateOnesUseWhatCame() throws {
    let table = Subject()
    let origin = try origin()
    let first = try #require(try learn(table, .success(old), for: origin))
    let step = table.step(for: origin, refused: first, Waiter())
    let question = try #require(step.question)
    #expect(step == .ask(question, replacing: old))
    #expect(table.step(for: origin, refused: first, Waiter()) == .wait)
    // Who comes new does not send what is known to be refused.
    #expect(table.step(for: origin, refused: nil, Waiter()) == .wait)
    let answer = try #require(table.answer(question, with: .success(new)))
    let second = try #require(answer.outcome.success)
    #expect(answer.waiters.count == 3)
    #expect(second.generation > first.generation)
    #expect(table.step(for: origin, refused: first, Waiter()) == .use(second))
    #expect(table.step(for: origin, refused: second, Waiter()).question != nil)
  }

  @Test func aRefreshThatFailsFailsThoseWhoWereRefusedAndNobodyElse() throws {
    let table = Subject()
    let origin = try origin()
    let first = try #require(try learn(table, .success(old), for: origin))
    try learn(table, .failure(fault), refused: first, for: origin)
    #expect(table.step(for: origin, refused: first, Waiter()) == .fail(fault))
    let step = table.step(for: origin, refused: nil, Waiter())
    #expect(step == .ask(try #require(step.question), replacing: old))
  }

  @Test func aFirstQuestionThatFailsLeavesNothing() throws {
    let table = Subject()
    let origin = try origin()
    try learn(table, .failure(fault), for: origin)
    let step = table.step(for: origin, refused: nil, Waiter())
    #expect(step == .ask(try #require(step.question), replacing: nil))
  }

  @Test func whoLeavesEndsNothingForTheOthers() async throws {
    let table = Subject()
    let origin = try origin()
    let waiters = [Waiter(), Waiter()]
    let question = try #require(table.step(for: origin, refused: nil, waiters[0]).question)
    _ = table.step(for: origin, refused: nil, waiters[1])
    let work = Task {}
    #expect(table.keep(work, of: question))
    #expect(table.leave(waiters[0], from: origin) == nil)
    #expect(table.leave(waiters[0], from: origin) == nil)
    #expect(table.leave(Waiter(), from: origin) == nil)
    #expect(table.leave(waiters[1], from: origin) == work)
    #expect(!table.keep(work, of: question))
    #expect(table.answer(question, with: .success(old)) == nil)
  }

  @Test func aQuestionThatWasGivenUpIsAskedAnew() throws {
    let table = Subject()
    let origin = try origin()
    let first = try #require(try learn(table, .success(old), for: origin))
    let waiter = Waiter()
    let given = try #require(table.step(for: origin, refused: first, waiter).question)
    #expect(table.leave(waiter, from: origin) == nil)
    let step = table.step(for: origin, refused: nil, Waiter())
    let question = try #require(step.question)
    #expect(step == .ask(question, replacing: old))
    #expect(question != given)
    #expect(table.answer(given, with: .success(old)) == nil)
    #expect(table.answer(question, with: .success(new)) != nil)
  }

  @Test func noMoreOriginsAreKeptThanThereIsRoomFor() throws {
    let table = Subject(capacity: 3)
    let waited = try origin("waited")
    let first = try #require(try learn(table, .success(old), for: origin("1")))
    try learn(table, .success(old), for: origin("2"))
    let question = try #require(table.step(for: waited, refused: nil, Waiter()).question)
    try learn(table, .success(old), for: origin("4"))
    #expect(table.known(for: try origin("2"), refused: nil) == nil)
    #expect(table.known(for: try origin("4"), refused: nil) != nil)
    #expect(table.answer(question, with: .success(nil)) != nil)
    // What was refused is still told to the provider.
    let step = table.step(for: try origin("1"), refused: first, Waiter())
    #expect(step == .ask(try #require(step.question), replacing: old))
  }
}

extension CredentialTable.Step {
  fileprivate var question: CredentialTable.Question? {
    if case .ask(let question, _) = self { question } else { nil }
  }
}

extension Result {
  fileprivate var success: Success? { try? get() }
}
