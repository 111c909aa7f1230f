import Foundation
import TestSupport
import Testing

@testable import ProductClient
@testable import ProductClientTesting

/// However many loads need a credential at once, the provider is asked for it once.
@Suite(.timeLimit(.minutes(1)))
struct RefreshTests {
  static let count = 100

  let transport: FixtureTransport

  init() {
    var script = FixtureScript()
    script.otherwise { request in
      request.fields["Authorization"] == "Bearer new"
        ? .product("1", named: "Lamp") : .problem(401, title: "Who?")
    }
    transport = FixtureTransport(script)
  }

  private func stage(_ provider: any AuthorizationProvider) -> Authorizing<Transporting> {
    Authorizing(
      next: Transporting(transport: transport),
      credentials: Credentials(from: provider, launch: Launch()))
  }

  /// A provider whose first credential comes when there are many loads that wait for it, and the
  /// second one, or its failure, when all of them have sent the first one.
  private func provider(
    _ isOpen: Observed<Bool>, _ second: @escaping @Sendable () throws -> Credential?
  ) -> ScriptedProvider {
    ScriptedProvider { [transport] question in
      guard question.number > 1 else {
        try await isOpen.wait { $0 }
        return .bearer("old")
      }
      try await transport.waitForRequests(count: Self.count)
      return try second()
    }
  }

  /// Runs many loads at once: their statuses, or the reasons of their errors.
  private func ends(
    over provider: ScriptedProvider, _ isOpen: Observed<Bool>
  ) async throws -> [String] {
    let stage = stage(provider)
    let request = HTTPRequest(url: try shopURL(1))
    let ends = Observed<[String]>([])
    for _ in 0..<Self.count {
      // It waits for the credential when the call has returned.
      _ = Launch().begin {
        let end: String
        do throws(LoadError) {
          end = "\(try await stage.answer(to: request, on: Course()).response.status)"
        } catch {
          end = error.failure?.reason ?? error.code
        }
        ends.update { $0.append(end) }
      }
    }
    isOpen.update { $0 = true }
    try await ends.wait { $0.count == Self.count }
    return ends.value
  }

  @Test func manyThatAreRefusedAtOnceRefreshOnce() async throws {
    let isOpen = Observed(false)
    let provider = provider(isOpen) { .bearer("new") }
    let ends = try await ends(over: provider, isOpen)
    #expect(ends == Array(repeating: "200", count: Self.count))
    #expect(provider.rejected == [nil, .bearer("old")])
    #expect(transport.requestCount == 2 * Self.count)
  }

  @Test func aRefreshThatFailsFailsThemAllOnce() async throws {
    let isOpen = Observed(false)
    let provider = provider(isOpen) { throw NoCredential() }
    let ends = try await ends(over: provider, isOpen)
    let reason = "the credential was refused, and the authorization provider threw NoCredential()"
    #expect(ends == Array(repeating: reason, count: Self.count))
    #expect(provider.rejected == [nil, .bearer("old")])
    #expect(transport.requestCount == Self.count)
  }

  @Test func theNextLoadAsksAgainAfterAFailureAndSendsNothingThatIsRefused() async throws {
    let provider = ScriptedProvider { question in
      switch question.number {
      case 1: return .bearer("old")
      case 2: throw NoCredential()
      default: return .bearer("new")
      }
    }
    let stage = stage(provider)
    let request = HTTPRequest(url: try shopURL(1))
    let error = await stage.error(of: request)
    #expect(
      error?.description.hasPrefix("The server answered 401 for http://shop.example/1") == true)
    #expect(error?.failure?.exchange != nil)
    #expect(try await stage.answer(to: request, on: Course()).response.status == 200)
    #expect(provider.rejected == [nil, .bearer("old"), .bearer("old")])
    #expect(
      transport.requests.map { $0.fields["Authorization"] } == ["Bearer old", "Bearer new"])
  }

  @Test func aLoadThatIsCancelledLeavesTheOthersWaiting() async throws {
    let isOpen = Observed(false)
    let provider = ScriptedProvider { _ in
      try await isOpen.wait { $0 }
      return .bearer("new")
    }
    let stage = stage(provider)
    let request = HTTPRequest(url: try shopURL(1))
    let codes = Observed<[String]>([])
    // They wait for the credential when these calls have returned.
    let loads = (0..<3).map { _ in
      Launch().begin {
        let error = await stage.error(of: request)
        codes.update { $0.append(error?.code ?? "ok") }
      }
    }
    loads[0].cancel()
    try await codes.wait { $0 == ["cancelled"] }
    isOpen.update { $0 = true }
    try await codes.wait { $0.count == 3 }
    #expect(codes.value == ["cancelled", "ok", "ok"])
    #expect(provider.questions.value.count == 1)
  }

  @Test func whoeverIsCancelledMeanwhileHurtsNobody() async throws {
    let provider = ScriptedProvider { question in
      await Task.yield()
      return .bearer(question.number.isMultiple(of: 3) ? "new" : "old")
    }
    let stage = stage(provider)
    let request = HTTPRequest(url: try shopURL(1))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<Self.count * 10 {
        let load = Task { await stage.error(of: request) }
        if number.isMultiple(of: 2) { load.cancel() }
        group.addTask {
          let error = await load.value
          #expect(error == nil || number.isMultiple(of: 2) && error == .cancelled)
        }
      }
    }
  }

  @Test func whenNobodyWaitsTheQuestionGoesOnAndItsAnswerIsForTheNextLoad() async throws {
    let isOpen = Observed(false)
    let wasCancelled = Observed(false)
    let provider = ScriptedProvider { _ in
      try await isOpen.wait { $0 }
      wasCancelled.update { $0 = Task.isCancelled }
      return .bearer("new")
    }
    let stage = stage(provider)
    let request = HTTPRequest(url: try shopURL(1))
    let load = Task { await stage.error(of: request) }
    try await provider.questions.wait { $0.count == 1 }
    load.cancel()
    #expect(await load.value == .cancelled)
    // It waits for the answer when this call has returned.
    let next = Observed<String?>(nil)
    _ = Launch().begin { [stage] in
      let error = await stage.error(of: request)
      next.update { $0 = error?.code ?? "ok" }
    }
    isOpen.update { $0 = true }
    try await next.wait { $0 == "ok" }
    #expect(!wasCancelled.value)
    #expect(provider.questions.value.count == 1)
  }

  @Test func aLoadThatIsCancelledAlreadyAsksNobody() async throws {
    let provider = ScriptedProvider { _ in .bearer("new") }
    let stage = stage(provider)
    let request = HTTPRequest(url: try shopURL(1))
    let error = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await stage.error(of: request)
    }.value
    #expect(error == .cancelled)
    #expect(provider.questions.value.isEmpty)
  }
}
