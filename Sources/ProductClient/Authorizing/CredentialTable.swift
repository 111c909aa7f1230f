/// Which credential is known for which origin, and who waits for one. Pure: no lock, and nobody is
/// asked here.
///
/// Each credential has a generation: a load whose credential was refused uses a later one if there
/// is one, and only if there is none is the provider asked. So many loads that are refused at once
/// make for one question.
struct CredentialTable<Waiter: AnyObject & Sendable>: Sendable {
  /// Tells questions apart: one that was given up may still be on its way when the next is asked.
  struct Question: Hashable, Sendable {
    let origin: Origin
    let number: Int
  }

  enum Step: Hashable, Sendable {
    /// Indicates that this is to be sent.
    case use(HeldCredential)
    /// Indicates that the provider failed to replace what was refused.
    case fail(ProviderFault)
    /// Indicates that the provider is to be asked; the waiter waits for the answer.
    case ask(Question, replacing: Credential?)
    /// Indicates that the provider is being asked; the waiter waits for the answer.
    case wait
  }

  private enum Entry: Sendable {
    /// Exits: asking, when it is refused.
    case known(HeldCredential)
    /// Exits: known, refused (or none, if nothing was known before).
    case asking(Asking)
    /// The server wants none of it, and asking for another has failed, or was given up: then there
    /// is no fault. Not to be sent again. Exits: asking.
    case refused(HeldCredential, ProviderFault?)
  }

  private struct Asking: Sendable {
    let number: Int
    let refused: HeldCredential?
    var waiters: [Waiter]
    var work: Task<Void, Never>?
  }

  private var entries: [Origin: Entry] = [:]
  private var lastNumber = 0
  private let capacity: Int

  /// - Parameter capacity: How many origins are kept. Servers may redirect to ever new ones: with
  ///   one more, those that nobody waits for are forgotten, and asked about again when met.
  init(capacity: Int = 1_000) {
    self.capacity = capacity
  }

  /// What can be said without waiting; nil when the provider has to be asked.
  func known(for origin: Origin, refused: HeldCredential?) -> Step? {
    switch entries[origin] {
    case .known(let held):
      refused.map { $0.generation < held.generation } ?? true ? .use(held) : nil
    case .refused(_, let fault?):
      // Whoever was refused as well needs not ask once more; whoever comes new may.
      refused == nil ? nil : .fail(fault)
    case .refused(_, nil), .asking, nil:
      nil
    }
  }

  /// What a load is to do that needs a credential for the origin.
  /// - Parameter refused: What it has sent, and the server answered with 401.
  mutating func step(for origin: Origin, refused: HeldCredential?, _ waiter: Waiter) -> Step {
    if let step = known(for: origin, refused: refused) { return step }
    switch entries[origin] {
    case .asking(var asking):
      // Out of the table while it grows, so that the waiters are not copied.
      entries[origin] = nil
      asking.waiters.append(waiter)
      entries[origin] = .asking(asking)
      return .wait
    case .known(let held), .refused(let held, _):
      return ask(origin, replacing: held, waiter)
    case nil:
      return ask(origin, replacing: refused, waiter)
    }
  }

  private mutating func ask(
    _ origin: Origin, replacing refused: HeldCredential?, _ waiter: Waiter
  ) -> Step {
    if entries.count >= capacity, entries[origin] == nil { forget() }
    lastNumber += 1
    entries[origin] = .asking(Asking(number: lastNumber, refused: refused, waiters: [waiter]))
    return .ask(
      Question(origin: origin, number: lastNumber), replacing: refused?.credential)
  }

  private mutating func forget() {
    entries = entries.filter { if case .asking = $0.value { true } else { false } }
  }

  /// Keeps the work, to stop it when nobody waits any more. Returns whether the question is still
  /// open; when it is not, it was answered, or nobody wants to know.
  mutating func keep(_ work: Task<Void, Never>, of question: Question) -> Bool {
    guard var asking = asking(question) else { return false }
    asking.work = work
    entries[question.origin] = .asking(asking)
    return true
  }

  /// Removes a waiter; nothing changes if it is not there. Returns the work that is to be stopped
  /// when it was the last.
  mutating func leave(_ waiter: Waiter, from origin: Origin) -> Task<Void, Never>? {
    guard case .asking(var asking) = entries[origin],
      let index = asking.waiters.firstIndex(where: { $0 === waiter })
    else { return nil }
    entries[origin] = nil
    asking.waiters.remove(at: index)
    guard asking.waiters.isEmpty else {
      entries[origin] = .asking(asking)
      return nil
    }
    entries[origin] = asking.refused.map { .refused($0, nil) }
    return asking.work
  }

  /// Ends the question. Returns what the waiters are to be told, and who waits; nil when it was
  /// given up before.
  mutating func answer(
    _ question: Question, with outcome: Result<Credential?, ProviderFault>
  ) -> (outcome: Result<HeldCredential, ProviderFault>, waiters: [Waiter])? {
    guard let asking = asking(question) else { return nil }
    // Numbers grow from question to question, and so do generations.
    // Where there is no better one, the one that was refused stays: the server may have refused it
    // for that product only, and to go on with none would lose all the others.
    let held = outcome.map {
      HeldCredential(
        credential: $0 ?? asking.refused?.credential, generation: question.number)
    }
    switch held {
    case .success(let held): entries[question.origin] = .known(held)
    case .failure(let fault):
      entries[question.origin] = asking.refused.map { .refused($0, fault) }
    }
    return (held, asking.waiters)
  }

  private func asking(_ question: Question) -> Asking? {
    guard case .asking(let asking) = entries[question.origin], asking.number == question.number
    else { return nil }
    return asking
  }
}

/// What the provider said for an origin, nil included. A later one has a greater generation.
struct HeldCredential: Hashable, Sendable {
  let credential: Credential?
  let generation: Int
}
