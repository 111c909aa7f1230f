import Foundation

@testable import ProductClient

/// One run of the loader under a seed, which decides everything that happens and in which order.
///
/// Transport, result queues, the executor of tasks and time are stepped from here; everything else
/// is the library as it is. So a seed replays exactly.
// safe: `@unchecked Sendable`, since a schedule and all that belongs to it stays on the thread that
// runs it; `fault(_:)` is called where anything arrives on another one.
final class Schedule: @unchecked Sendable {
  static let maxLoads = 14

  var random: SeededGenerator
  let executor = SteppedExecutor()
  let queues = [SteppedQueue("first"), SteppedQueue("second")]
  /// Where inline results go that would else arrive inside the starting call.
  let elsewhere = SteppedQueue("elsewhere")
  /// What stands before the transport; nil in every other schedule.
  let protection: Protection?
  var loaders: [LoaderSlot] = []
  var loads: [LoadRecord] = []
  var exchanges: [Exchange] = []
  var flights = ExpectedFlights()
  var streams: [StreamRecord] = []

  /// The load whose starting call is running, and whose URL is about to be asked for.
  var asking: Int?
  /// Loads whose starting calls are running, the innermost last.
  var starting: [Int] = []
  /// Whether the next exchange answers at once.
  var answersAtOnce = false
  var now = 0
  /// Counts the moments at which results were decided.
  var moments = 0
  /// The moment of the last result that arrived on each queue.
  var lastArrival: [String: Int] = [:]
  var captures = 0
  /// Handlers that were spared the hop and run now.
  var sparedHops = 0
  /// Loaders that may have had no delegate at some moment.
  var withoutDelegate: Set<Int> = []
  /// How often each thing happened that the law speaks of: what never happens is not checked.
  var happenings = Happenings()
  var results = 0
  var weakLoaders: [WeakLoader] = []
  private(set) var faults: [String] = []
  /// What happened, kept where somebody wants to read it.
  var trace: [String]?
  private let thread = pthread_self()

  init(seed: UInt64, traced: Bool = false) {
    random = SeededGenerator(seed)
    protection = random.once(in: 2) ? Protection(&random) : nil
    trace = traced ? [] : nil
    loaders = [LoaderSlot(), LoaderSlot()]
  }

  /// Runs the schedule to its end, and holds what is left against the law.
  func run() {
    for _ in 0..<(10 + random.below(40)) { act() }
    settleEverything()
    letGoOfEverything()
    holdAgainstTheLaw()
  }

  func fault(_ text: @autoclosure () -> String) {
    faults.append(text())
    note("FAULT: " + (faults.last ?? ""))
  }

  func note(_ text: @autoclosure () -> String) {
    if trace != nil { trace?.append(text()) }
  }

  func checkThread() {
    if pthread_equal(thread, pthread_self()) == 0 { fault("something ran on another thread") }
  }

  private func act() {
    switch random.below(20) {
    case 0...4: startSomething()
    case 5, 6: cancelSomething()
    case 7...9: endAnExchange()
    case 10: letTimePass()
    case 11...13: runAJob()
    case 14...16: runAQueue()
    case 17: suspendOrResume()
    case 18: letGoOfSomething()
    default: changeDelegate()
    }
    observe()
  }

  // MARK: - The world outside

  func endAnExchange() {
    let open = exchanges.indices.filter { exchanges[$0].isOpen }
    guard !open.isEmpty else { return }
    let ending = Ending.allCases[max(0, random.below(10) - 4)]
    end(open[random.below(open.count)], ending)
  }

  private func end(_ exchange: Int, _ ending: Ending) {
    note("exchange \(exchange) ends: \(ending)")
    exchanges[exchange].isOpen = false
    exchanges[exchange].ending = ending
    if let flight = flights.flights.firstIndex(where: { $0.exchange == exchange }) {
      flights.end(flight, ending)
    }
    exchanges[exchange].slot.finish(ending.outcome(exchanges[exchange].id))
  }

  private func letTimePass() {
    now += random.below(8)
    protection?.clock.advance(to: .seconds(now))
    for index in exchanges.indices where exchanges[index].isOpen && exchanges[index].deadline <= now
    {
      end(index, .timedOut)
    }
  }

  func runAJob() {
    let count = executor.count
    guard count > 0 else { return }
    executor.run(random.below(count))
    asking = nil
  }

  func runAQueue() {
    let ready = (queues + [elsewhere]).filter(\.canRun)
    guard !ready.isEmpty else { return }
    let queue = ready[random.below(ready.count)]
    note("\(queue.name) runs")
    queue.runNext()
  }

  private func suspendOrResume() {
    let queue = queues[random.below(queues.count)]
    queue.isSuspended.toggle()
    note("\(queue.name) is \(queue.isSuspended ? "suspended" : "resumed")")
  }

  /// Until nothing is left that could happen.
  private func settleEverything() {
    for queue in queues { queue.isSuspended = false }
    while isBusy {
      for index in loads.indices { startOperation(index) }
      runAJob()
      runAQueue()
      // Behind a protection, the clock may be faster than the server.
      if protection == nil || random.once(in: 3) { endAnExchange() }
      if executor.count == 0 {
        if let protection { checkDeadlines(behind: protection) }
        wakeTheNext()
      }
      observe()
    }
    if let protection { checkEffort(of: protection) }
  }

  /// Nothing can happen but that time passes.
  private func wakeTheNext() {
    guard let protection, let due = protection.clock.nextDue else { return }
    now = max(now, Int((due / .seconds(1)).rounded(.up)))
    note("it is \(now)")
    protection.clock.advance(to: .seconds(now))
  }

  private var isBusy: Bool {
    executor.count > 0 || (queues + [elsewhere]).contains { !$0.isEmpty }
      || exchanges.contains(where: \.isOpen)
      || loads.contains { $0.operation?.isReadyToStart == true }
      || protection?.clock.nextDue != nil
  }

  // MARK: - What the transport reports

  func began(_ id: Int, of loader: Int, _ slot: ExchangeSlot) {
    checkThread()
    let number = exchanges.count
    note("exchange \(number) begins for \(id) of loader \(loader)")
    exchanges.append(
      Exchange(id: id, loader: loader, slot: slot, deadline: now + 1 + random.below(20)))
    if let protection {
      checkLimits(of: protection)
    } else if id >= StreamRecord.firstID {
      checkWidth(ofStreamWith: id)
    } else if flights.begin(number, .init(loader: loader, id: id)) == nil {
      fault("exchange \(number) has no load that waits for it, or is not the first")
    }
    if answersAtOnce {
      answersAtOnce = false
      end(number, .ok)
    }
  }

  func ended(_ slot: ExchangeSlot) {
    guard let number = exchanges.firstIndex(where: { $0.slot === slot }) else { return }
    note("exchange \(number) is ended")
    exchanges[number].isOpen = false
    let waiting = flights.flights.first { $0.exchange == number }?.waiting ?? []
    if !waiting.isEmpty { fault("exchange \(number) is ended while \(waiting) wait for it") }
  }
}

/// A place for a loader, which may be let go of and made anew.
struct LoaderSlot {
  var loader: ProductLoader<Thing>?
  var number = -1
  var queue: SteppedQueue?
  var listener: Listener?
}

struct WeakLoader {
  weak var loader: ProductLoader<Thing>?
}
