@testable import ProductClient

extension Schedule {
  func nextMoment() -> Int {
    moments += 1
    return moments
  }

  /// Notes which loads have been settled since it was looked last, as their handles tell.
  ///
  /// Loads that are settled at the same moment wait for the same flight; they come in the order in
  /// which they joined it, which is that of their numbers.
  func observe() {
    for load in loads.indices where loads[load].settled == nil {
      guard loads[load].task?.metrics != nil else { continue }
      loads[load].settled = nextMoment()
      land(load)
    }
  }

  /// The flight that is under way for the id reaches its loads.
  func landed(_ id: Int, of loader: Int) {
    // One whose exchange goes on was begun by a handler, while the one before it still lands.
    guard let flight = flights.flight(.init(loader: loader, id: id)),
      flights.flights[flight].ending != nil
    else { return }
    flights.land(flight)
  }

  private func land(_ load: Int) {
    if let flight = loads[load].flight { flights.land(flight) }
  }

  /// A handler runs.
  func received(_ load: Int, _ result: Result<Thing, LoadError>) {
    checkThread()
    observe()
    note("load \(load) receives \(result.code)")
    results += 1
    loads[load].deliveries += 1
    if loads[load].deliveries > 1 { fault("load \(load) is delivered twice") }
    if result.code != "cancelled" { land(load) }
    if elsewhere.isRunning { happenings.note(.inlineElsewhere) }
    checkPlace(load)
    checkOrder(load)
    checkResult(load, result)
    checkEffort(of: result)
    let isSpared = starting.contains(load) && loads[load].queue != nil
    if isSpared {
      happenings.note(.hopSpared)
      sparedHops += 1
    }
    meddle()
    if isSpared { sparedHops -= 1 }
  }

  /// A delegate is told.
  func told(
    _ listener: Listener, by loader: ProductLoader<Thing>, _ result: Result<Thing, LoadError>,
    _ id: Int
  ) {
    checkThread()
    observe()
    let waiting = loads.indices.filter {
      loads[$0].variant == .delegate && loads[$0].id == id && loads[$0].deliveries == 0
        && weakLoaders[loads[$0].loader].loader === loader
        && loads[$0].queue?.isRunning == true && allows(result, $0)
    }
    // Which of several loads of the same id this is, nobody can tell: the first that fits.
    guard let load = waiting.first else {
      fault("a delegate is told \(result.code) of \(id), which nobody waits for")
      return
    }
    if !loaders.contains(where: { $0.listener === listener }) {
      fault("a delegate is told that is none any more")
    }
    note("delegate \(listener.number) is told \(result.code) of \(id)")
    results += 1
    loads[load].deliveries += 1
    happenings.note(.delegateTold)
    checkPlace(load)
    meddle()
  }

  private func checkPlace(_ load: Int) {
    let record = loads[load]
    if let queue = record.queue, !queue.isRunning {
      fault("load \(load) arrives elsewhere than on \(queue.name)")
    }
    if starting.contains(load), record.variant != .whenNeeded {
      fault("load \(load) arrives inside the call that starts it")
    }
  }

  private func checkOrder(_ load: Int) {
    guard let queue = loads[load].queue, let settled = loads[load].settled else { return }
    if let last = lastArrival[queue.name], last > settled {
      fault("load \(load) arrives on \(queue.name) after one that was settled later")
    }
    lastArrival[queue.name] = settled
  }

  private func checkResult(_ load: Int, _ result: Result<Thing, LoadError>) {
    if !allows(result, load) {
      fault("load \(load) receives \(result.code), which it cannot have come to")
    }
  }

  /// Whether a load may end so, after all that happened to it.
  private func allows(_ result: Result<Thing, LoadError>, _ load: Int) -> Bool {
    let record = loads[load]
    if case .success(let thing) = result, thing.id != record.id { return false }
    if result.code == "cancelled" { return record.isCancelled }
    if record.mustBeCancelled { return false }
    if record.isRefused { return result.code == "invalidURL" }
    if let protection { return allows(result, record, behind: protection) }
    return record.flight.flatMap { flights.flights[$0].ending }?.rawValue == result.code
  }

  /// When nothing can happen any more and nobody holds anything.
  func holdAgainstTheLaw() {
    for (load, record) in loads.enumerated() {
      let mayBeNobody = record.variant == .delegate && withoutDelegate.contains(record.loader)
      if record.deliveries != 1, !(mayBeNobody && record.deliveries == 0) {
        fault("load \(load) (\(record.variant)) is delivered \(record.deliveries) times")
      }
    }
    checkStreams()
    if let protection { checkNothingIsLeft(of: protection) }
    if captures != 0 { fault("\(captures) captures are alive") }
    let alive = weakLoaders.filter { $0.loader != nil }.count
    if alive != 0 { fault("\(alive) loaders are alive") }
  }
}

extension Result where Failure == LoadError {
  /// `ok`, or the code of the error.
  var code: String {
    switch self {
    case .success: "ok"
    case .failure(let error): error.code
    }
  }
}
