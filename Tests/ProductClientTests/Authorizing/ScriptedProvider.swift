import Foundation
import ProductClient

@testable import ProductClientTesting

/// A provider that says what the test wants it to, and knows what it was asked.
final class ScriptedProvider: AuthorizationProvider {
  struct Question: Hashable, Sendable {
    let origin: String
    let rejected: Credential?
    let number: Int
  }

  let questions = Observed<[Question]>([])
  private let answer: @Sendable (Question) async throws -> Credential?

  init(_ answer: @escaping @Sendable (Question) async throws -> Credential?) {
    self.answer = answer
  }

  func credential(for origin: URL, replacing rejected: Credential?) async throws -> Credential? {
    let question = questions.update { questions in
      let question = Question(
        origin: origin.absoluteString, rejected: rejected, number: questions.count + 1)
      questions.append(question)
      return question
    }
    return try await answer(question)
  }

  var rejected: [Credential?] { questions.value.map(\.rejected) }
}

/// What a provider of a test throws.
struct NoCredential: Error {}
