import Foundation

/// Asks the provider of a loader, once for all loads that want to know the same, and keeps what it
/// says.
final class Credentials: Sendable {
  typealias Waiter = Slot<Result<HeldCredential, ProviderFault>>

  private let provider: Concealed<any AuthorizationProvider>
  private let launch: Launch
  private let table = Lock(CredentialTable<Waiter>())

  /// - Parameters:
  ///   - provider: Who is asked.
  ///   - launch: How the asking begins; never inside a call that starts a load.
  init(from provider: any AuthorizationProvider, launch: Launch) {
    self.provider = Concealed(provider)
    self.launch = launch.later
  }

  /// The credential for the origin. Throws ``LoadError/cancelled`` when the task is cancelled
  /// while it waits, and nothing else.
  /// - Parameters:
  ///   - refused: What was sent, and answered with 401.
  ///   - course: Told of where it is waited.
  func held(
    for origin: Origin, replacing refused: HeldCredential? = nil, on course: Course
  ) async throws(LoadError) -> Result<HeldCredential, ProviderFault> {
    // Nearly always: no slot is made for what is known.
    switch table.withLock({ $0.known(for: origin, refused: refused) }) {
    case .use(let held): return .success(held)
    case .fail(let fault): return .failure(fault)
    case .ask, .wait, nil: break
    }
    course.note(ExchangeWait(on: course))
    defer { course.note(nil) }
    let slot = Waiter()
    return try await slot.outcome(
      begin: { wait(in: slot, for: origin, replacing: refused) },
      end: { self.leave(slot, from: origin) })
  }

  private func wait(in slot: Waiter, for origin: Origin, replacing refused: HeldCredential?) {
    switch table.withLock({ $0.step(for: origin, refused: refused, slot) }) {
    case .use(let held): slot.finish(.success(.success(held)))
    case .fail(let fault): slot.finish(.success(.failure(fault)))
    case .ask(let rejected): ask(origin, replacing: rejected)
    case .wait: break
    }
    // A cancel may have come before the slot was in the table, and found nothing to leave.
    if slot.isSettled { leave(slot, from: origin) }
  }

  private func leave(_ slot: Waiter, from origin: Origin) {
    table.withLock { $0.leave(slot, from: origin) }
  }

  /// Asks in a task of its own, which is nobody's to cancel: whoever waits may leave at any time.
  private func ask(_ origin: Origin, replacing rejected: Credential?) {
    _ = launch.begin { [self] in
      let outcome = await outcome(of: origin, replacing: rejected)
      guard let answer = table.withLock({ $0.answer(for: origin, with: outcome) }) else { return }
      for waiter in answer.waiters { waiter.finish(.success(answer.outcome)) }
    }
  }

  private func outcome(
    of origin: Origin, replacing rejected: Credential?
  ) async -> Result<Credential?, ProviderFault> {
    do {
      guard let url = URL(string: origin.description) else { return .success(nil) }
      let credential = try await provider.value.credential(for: url, replacing: rejected)
      // Looked at once and here, so that one that cannot be sent is never sent in part.
      _ = try credential?.sent
      return .success(credential)
    } catch let fault as ProviderFault {
      return .failure(fault)
    } catch {
      return .failure(.threw(error))
    }
  }
}
