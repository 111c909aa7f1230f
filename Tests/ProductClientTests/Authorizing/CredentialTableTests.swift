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

    func leave(_ waiter: Waiter, from origin: Origin) {
      table.leave(waiter, from: origin)
    }

    func answer(
      for origin: Origin, with outcome: Result<Credential?, ProviderFault>
    ) -> (outcome: Result<HeldCredential, ProviderFault>, waiters: [Waiter])? {
      table.answer(for: origin, with: outcome)
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
    #expect(table.step(for: origin, refused: refused, Waiter()).asks)
    return try #require(table.answer(for: origin, with: outcome)).outcome.success
  }

  @Test func theFirstAsksAndTheOthersWait() throws {
    let table = Subject()
    let origin = try origin()
    let waiters = [Waiter(), Waiter(), Waiter()]
    #expect(table.step(for: origin, refused: nil, waiters[0]) == .ask(replacing: nil))
    #expect(table.step(for: origin, refused: nil, waiters[1]) == .wait)
    #expect(table.step(for: origin, refused: nil, waiters[2]) == .wait)
    let answer = try #require(table.answer(for: origin, with: .success(old)))
    let held = try #require(answer.outcome.success)
    #expect(held.credential == old)
    #expect(answer.waiters.map(ObjectIdentifier.init) == waiters.map(ObjectIdentifier.init))
    #expect(table.known(for: origin, refused: nil) == .use(held))
    #expect(table.step(for: origin, refused: nil, Waiter()) == .use(held))
    #expect(table.answer(for: origin, with: .success(new)) == nil)
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
    #expect(table.step(for: try origin("b"), refused: nil, Waiter()).asks)
    #expect(table.known(for: try origin(), refused: nil) != nil)
  }

  @Test func aRefusalAsksOnceAndLateOnesUseWhatCame() throws {
    let table = Subject()
    let origin = try origin()
    let first = try #require(try learn(table, .success(old), for: origin))
    #expect(table.step(for: origin, refused: first, Waiter()) == .ask(replacing: old))
    #expect(table.step(for: origin, refused: first, Waiter()) == .wait)
    // Who comes new does not send what is known to be refused.
    #expect(table.step(for: origin, refused: nil, Waiter()) == .wait)
    let answer = try #require(table.answer(for: origin, with: .success(new)))
    let second = try #require(answer.outcome.success)
    #expect(answer.waiters.count == 3)
    #expect(second.generation > first.generation)
    #expect(table.step(for: origin, refused: first, Waiter()) == .use(second))
    #expect(table.step(for: origin, refused: second, Waiter()).asks)
  }

  @Test func aRefreshThatFailsFailsThoseWhoWereRefusedAndNobodyElse() throws {
    let table = Subject()
    let origin = try origin()
    let first = try #require(try learn(table, .success(old), for: origin))
    try learn(table, .failure(fault), refused: first, for: origin)
    #expect(table.step(for: origin, refused: first, Waiter()) == .fail(fault))
    #expect(table.step(for: origin, refused: nil, Waiter()) == .ask(replacing: old))
  }

  @Test func aFirstQuestionThatFailsLeavesNothing() throws {
    let table = Subject()
    let origin = try origin()
    try learn(table, .failure(fault), for: origin)
    #expect(table.step(for: origin, refused: nil, Waiter()) == .ask(replacing: nil))
  }

  @Test func whoLeavesEndsNothingForTheOthers() throws {
    let table = Subject()
    let origin = try origin()
    let waiters = [Waiter(), Waiter()]
    for waiter in waiters { _ = table.step(for: origin, refused: nil, waiter) }
    table.leave(waiters[0], from: origin)
    table.leave(waiters[0], from: origin)
    table.leave(Waiter(), from: origin)
    let answer = try #require(table.answer(for: origin, with: .success(old)))
    #expect(answer.waiters.map(ObjectIdentifier.init) == [ObjectIdentifier(waiters[1])])
  }

  @Test func aQuestionThatNobodyWaitsForGoesOnAndIsNotAskedAgain() throws {
    let table = Subject()
    let origin = try origin()
    let first = try #require(try learn(table, .success(old), for: origin))
    let (gone, waiter) = (Waiter(), Waiter())
    #expect(table.step(for: origin, refused: first, gone) == .ask(replacing: old))
    table.leave(gone, from: origin)
    #expect(table.step(for: origin, refused: nil, waiter) == .wait)
    table.leave(waiter, from: origin)
    let answer = try #require(table.answer(for: origin, with: .success(new)))
    #expect(answer.waiters.isEmpty)
    #expect(table.known(for: origin, refused: first) == .use(try #require(answer.outcome.success)))
  }

  @Test func noMoreOriginsAreKeptThanThereIsRoomFor() throws {
    let table = Subject(capacity: 3)
    let waited = try origin("waited")
    let first = try #require(try learn(table, .success(old), for: origin("1")))
    try learn(table, .success(old), for: origin("2"))
    #expect(table.step(for: waited, refused: nil, Waiter()).asks)
    try learn(table, .success(old), for: origin("4"))
    #expect(table.known(for: try origin("2"), refused: nil) == nil)
    #expect(table.known(for: try origin("4"), refused: nil) != nil)
    #expect(table.answer(for: waited, with: .success(nil)) != nil)
    // What was refused is still told to the provider.
    #expect(table.step(for: try origin("1"), refused: first, Waiter()) == .ask(replacing: old))
  }
}

extension CredentialTable.Step {
  fileprivate var asks: Bool {
    if case .ask = self { true } else { false }
  }
}

extension Result {
  fileprivate var success: Success? { try? get() }
}
