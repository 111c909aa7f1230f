@testable import ProductClient

/// What stands between the loads of a schedule and its transport, where it is not nothing: retries,
/// hedges, limits, a rate, circuits and deadlines.
struct Protection {
  let clock = SteppedClock()
  let traffic: Traffic
  let rules: TrafficRules
  let retries: RetryPolicy
  let hedging: HedgePolicy?

  init(_ random: inout SeededGenerator) {
    let hasBudget = !random.once(in: 4)
    var rules = TrafficRules(
      maxInFlight: 1 + random.below(3), maxInFlightPerOrigin: 1 + random.below(3), breaker: nil,
      retryShare: hasBudget ? 100 : 0, retryReserve: hasBudget ? 1000 : 1)
    if random.once(in: 3) {
      rules.rate = RateLimit(perSecond: 0.5, burst: 1 + random.below(3))
    }
    if random.once(in: 2) {
      rules.breaker = BreakerRules(
        failureShare: 0.5, minimumExchanges: 2, window: .seconds(30), openFor: .seconds(5),
        longestOpen: .seconds(20))
    }
    self.rules = rules
    traffic = Traffic(rules, clock: clock)
    retries = RetryPolicy(
      maxRetries: random.below(3), firstDelay: .seconds(1 + random.below(4)),
      longestDelay: .seconds(6))
    hedging = random.once(in: 3) ? .after(.seconds(1 + random.below(4))) : nil
  }

  /// What a load asks for besides its id.
  func options(_ random: inout SeededGenerator) -> LoadOptions {
    let deadline = random.once(in: 3) ? Duration.seconds(random.below(15)) : nil
    let priority = LoadPriority(rawValue: random.below(LoadPriority.allCases.count))
    return LoadOptions(deadline: deadline, priority: priority ?? .normal)
  }
}

extension Schedule {
  func configuration(of loader: Int) -> LoaderConfiguration {
    guard let protection else {
      return LoaderConfiguration(
        retries: .never, traffic: Traffic(TrafficRules(breaker: nil)), logger: logger(loader))
    }
    return LoaderConfiguration(
      retries: protection.retries, hedging: protection.hedging, traffic: protection.traffic,
      logger: logger(loader))
  }

  func nextOptions() -> LoadOptions {
    protection?.options(&random) ?? LoadOptions()
  }

  /// No job is left that could run: whoever was to be woken by now has been.
  ///
  /// Only of loads that begin with the call that starts them is it known here when their time began.
  func checkDeadlines(behind protection: Protection) {
    guard (queues + [elsewhere]).allSatisfy(\.isEmpty) else { return }
    for (load, record) in loads.enumerated() where record.deliveries == 0 {
      switch record.variant {
      case .closure, .inline, .whenNeeded: break
      case .delegate, .async, .operation, .inlineOperation: continue
      }
      if let deadline = record.deadline, deadline <= protection.clock.now.elapsed {
        fault("load \(load) goes on past its deadline")
      }
    }
  }

  /// An exchange begins behind the protection.
  func checkLimits(of protection: Protection) {
    let open = exchanges.filter(\.isOpen).count
    let most = min(protection.rules.maxInFlight, protection.rules.maxInFlightPerOrigin)
    if open > most { fault("\(open) exchanges are open at once, not \(most)") }
    if protection.traffic.counts.waiting > 0 { happenings.note(.waitedInLine) }
    let last = exchanges[exchanges.count - 1]
    let same = exchanges.filter { $0.isOpen && $0.id == last.id && $0.loader == last.loader }
    if same.count > 1 { happenings.note(.hedged) }
    if same.count > (protection.hedging == nil ? 1 : 2) {
      fault("\(same.count) exchanges for \(last.id) are open at once")
    }
  }

  /// How often an id may be asked for: each load's attempts, and a hedge each.
  func checkEffort(of protection: Protection) {
    for id in Set(exchanges.map(\.id)) {
      let begun = exchanges.filter { $0.id == id }.count
      let asking = loads.filter { $0.id == id }.count
      let most = asking * (protection.retries.maxRetries + 1 + (protection.hedging == nil ? 0 : 1))
      if begun > most { fault("\(begun) exchanges for \(asking) loads of \(id)") }
    }
  }

  /// Whether a load may end so behind the protection, after all that its exchanges came to.
  func allows(
    _ result: Result<Thing, LoadError>, _ record: LoadRecord, behind protection: Protection
  ) -> Bool {
    switch result {
    case .failure(.circuitOpen(let failure)):
      happenings.note(.broken)
      return protection.rules.breaker != nil && failure.attempts <= protection.retries.maxRetries
    case .failure(.deadlineExceeded):
      happenings.note(.expired)
      let isOver = record.deadline.map { protection.clock.now.elapsed >= $0 } ?? false
      // Or it was told before that its turn would come too late.
      return isOver || record.deadline != nil && protection.rules.rate != nil
    case .success, .failure:
      return exchanges.contains {
        $0.id == record.id && $0.loader == record.loader && $0.ending?.rawValue == result.code
      }
    }
  }

  /// No more attempts than allowed, and none after a failure that does not mend.
  func checkEffort(of result: Result<Thing, LoadError>) {
    guard let protection, let failure = result.failure else { return }
    if failure.attempts > 1 { happenings.note(.retried) }
    if failure.attempts > protection.retries.maxRetries + 1 {
      fault("\(failure.attempts) attempts, where \(protection.retries.maxRetries) may be retries")
    }
    let mayMend = ["status", "transfer", "timedOut"]
    let isRetried = failure.earlier.allSatisfy { mayMend.contains($0.code) }
    if !isRetried { fault("retried after \(failure.earlier.map(\.code))") }
  }

  /// Nothing is left on the way.
  func checkNothingIsLeft(of protection: Protection) {
    let (inFlight, waiting) = protection.traffic.counts
    if inFlight != 0 || waiting != 0 {
      fault("\(inFlight) are in flight and \(waiting) wait, at the end")
    }
    if protection.clock.nextDue != nil { fault("somebody sleeps, at the end") }
  }
}

extension Result where Failure == LoadError {
  fileprivate var failure: LoadFailure? {
    if case .failure(let error) = self { error.failure } else { nil }
  }
}
