/// Which credential is known for which origin, and who waits for one. Pure: no lock, and nobody is
/// asked here.
///
/// Each credential has a generation: a load whose credential was refused uses a later one if there
/// is one, and only if there is none is the provider asked. So many loads that are refused at once
/// make for one question. It goes on when nobody waits any more: what it was asked for, the next load
/// will need, and to ask a second time before the first has ended would be to ask twice at once.
struct CredentialTable<Waiter: AnyObject & Sendable>: Sendable {
  enum Step: Hashable, Sendable {
    /// Indicates that this is to be sent.
    case use(HeldCredential)
    /// Indicates that the provider failed to replace what was refused.
    case fail(ProviderFault)
    /// Indicates that the provider is to be asked; the waiter waits for the answer.
    case ask(replacing: Credential?)
    /// Indicates that the provider is being asked; the waiter waits for the answer.
    case wait
  }

  private enum Entry: Sendable {
    /// Exits: asking, when it is refused.
    case known(HeldCredential)
    /// Exits: known, refused (or none, if nothing was known before).
    case asking(Asking)
    /// The server wants none of it, and asking for another has failed. Not to be sent again.
    /// Exits: asking.
    case refused(HeldCredential, ProviderFault)
  }

  private struct Asking: Sendable {
    /// That of what comes of it.
    let generation: Int
    let refused: HeldCredential?
    var waiters: [Waiter]
  }

  private var entries: [Origin: Entry] = [:]
  private var lastGeneration = 0
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
    case .refused(_, let fault):
      // Whoever was refused as well needs not ask once more; whoever comes new may.
      refused == nil ? nil : .fail(fault)
    case .asking, nil:
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
    lastGeneration += 1
    entries[origin] = .asking(
      Asking(generation: lastGeneration, refused: refused, waiters: [waiter]))
    return .ask(replacing: refused?.credential)
  }

  private mutating func forget() {
    entries = entries.filter { if case .asking = $0.value { true } else { false } }
  }

  /// Removes a waiter; nothing changes if it is not there. The question goes on without it.
  mutating func leave(_ waiter: Waiter, from origin: Origin) {
    guard case .asking(var asking) = entries[origin],
      let index = asking.waiters.firstIndex(where: { $0 === waiter })
    else { return }
    entries[origin] = nil
    asking.waiters.remove(at: index)
    entries[origin] = .asking(asking)
  }

  /// Ends the question. Returns what the waiters are to be told, and who waits; nil when nobody was
  /// asked.
  mutating func answer(
    for origin: Origin, with outcome: Result<Credential?, ProviderFault>
  ) -> (outcome: Result<HeldCredential, ProviderFault>, waiters: [Waiter])? {
    guard case .asking(let asking) = entries[origin] else { return nil }
    // Where there is no better one, the one that was refused stays: the server may have refused it
    // for that product only, and to go on with none would lose all the others.
    let held = outcome.map {
      HeldCredential(
        credential: $0 ?? asking.refused?.credential, generation: asking.generation)
    }
    switch held {
    case .success(let held): entries[origin] = .known(held)
    case .failure(let fault): entries[origin] = asking.refused.map { .refused($0, fault) }
    }
    return (held, asking.waiters)
  }
}

/// What the provider said for an origin, nil included. A later one has a greater generation.
struct HeldCredential: Hashable, Sendable {
  let credential: Credential?
  let generation: Int
}
