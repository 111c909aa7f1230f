import Foundation
import Logging

@testable import ProductClient

extension Schedule {
  private static let urls = (0..<256).map { URL(string: "http://shop.example/\($0)") }
  private struct Refused: Error {}

  /// Starts a load in any of the ways there are.
  func startSomething() {
    guard loads.count < Self.maxLoads else { return }
    let slot = random.below(loaders.count)
    let loader = loader(in: slot)
    answersAtOnce = random.once(in: 5)
    switch random.below(16) {
    case 0...4: startClosure(loader, .closure)
    case 5: startClosure(loader, .inline)
    case 6, 7: startClosure(loader, .whenNeeded)
    case 8, 9: if mayStartDelegate(loader) { startDelegate(loader, slot) }
    case 10...12: startAsync(loader)
    case 13: prepareOperation(loader, .operation)
    case 14: prepareOperation(loader, .inlineOperation)
    default:
      // What a stream reads is foretold of exchanges that nothing stands before.
      if protection == nil { startStream(loader) } else { startAsync(loader) }
    }
    answersAtOnce = false
  }

  private func loader(in slot: Int) -> ProductLoader<Thing> {
    if let loader = loaders[slot].loader { return loader }
    let number = weakLoaders.count
    let queue = queues[random.below(queues.count)]
    let loader = ProductLoader<Thing>(
      transport: SteppedTransport(schedule: self, loader: number), resultQueue: queue,
      decoder: Ending.decoder, configuration: configuration(of: number),
      launch: Launch(isImmediate: !random.once(in: 4), executor: executor),
      chance: Chance { [self] in random.next() }
    ) { [self] id in try url(of: id, loader: number) }
    loaders[slot] = LoaderSlot(loader: loader, number: number, queue: queue)
    changeDelegate(of: slot)
    weakLoaders.append(WeakLoader(loader: loader))
    note("loader \(number) delivers on \(queue.name)")
    return loader
  }

  func logger(_ loader: Int) -> Logger {
    Logger(label: "DeliveryProof", factory: { _ in SettlingLog(schedule: self, loader: loader) })
  }

  /// Called inside the starting call: from here on the load waits for a flight.
  private func url(of id: Int, loader: Int) throws -> URL {
    checkThread()
    guard let load = asking.take() else { return try Self.url(id) }
    if random.once(in: 12) {
      note("load \(load) is refused")
      loads[load].isRefused = true
      happenings.note(.refused)
      throw Refused()
    }
    guard protection == nil else { return try Self.url(id) }
    if flights.flight(.init(loader: loader, id: id)) != nil { happenings.note(.shared) }
    let flight = flights.ask(load, .init(loader: loader, id: id))
    note("load \(load) waits for flight \(flight)")
    loads[load].flight = flight
    return try Self.url(id)
  }

  private static func url(_ id: Int) throws -> URL {
    guard let url = urls[id] else { throw Refused() }
    return url
  }

  private func record(
    _ variant: LoadRecord.Variant, _ loader: ProductLoader<Thing>, _ queue: SteppedQueue?
  ) -> (load: Int, id: Int, options: LoadOptions) {
    let id = random.below(3)
    let number = weakLoaders.firstIndex { $0.loader === loader } ?? -1
    let options = nextOptions()
    loads.append(LoadRecord(variant, id, of: number, on: queue))
    loads[loads.count - 1].deadline = options.deadline.map { .seconds(now) + $0 }
    note("load \(loads.count - 1) of \(id): \(variant), on \(queue?.name ?? "no queue")")
    return (loads.count - 1, id, options)
  }

  /// Makes the starting call, during which no handler of this load may run.
  private func start<Value>(_ load: Int, _ call: () -> Value) -> Value {
    asking = load
    starting.append(load)
    defer {
      asking = nil
      starting.removeLast()
    }
    return call()
  }

  // MARK: - Variants

  private func startClosure(_ loader: ProductLoader<Thing>, _ variant: LoadRecord.Variant) {
    let namesQueue = variant != .closure || random.once(in: 2)
    let queue = namesQueue ? queues[random.below(queues.count)] : queue(of: loader)
    let (load, id, options) = record(variant, loader, variant == .inline ? nil : queue)
    let mustRunAtOnce = queue.canRunAtOnce && sparedHops == 0
    let capture = Capture(self)
    let handler: ProductLoader<Thing>.Handler = { [self] result in
      capture.use()
      received(load, result)
    }
    let task = start(load) {
      switch variant {
      case .inline:
        loader.loadProduct(
          withID: id, resultQueue: InlineQueue(elsewhere: elsewhere), options: options,
          handler: handler)
      case .whenNeeded:
        loader.loadProduct(
          withID: id, resultQueue: queue, options: options, hop: .whenNeeded, handler: handler)
      default:
        namesQueue
          ? loader.loadProduct(
            withID: id, resultQueue: queue, options: options, handler: handler)
          : loader.loadProduct(withID: id, options: options, handler: handler)
      }
    }
    loads[load].task = task
    observe()
    if variant == .whenNeeded, mustRunAtOnce, loads[load].settled != nil,
      loads[load].deliveries == 0
    {
      fault("load \(load) was there at once, and hopped all the same")
    }
  }

  /// A delegate is told an id and no more. Behind a protection, where more than one thing can end
  /// each of two loads, nobody could say which of them it was.
  private func mayStartDelegate(_ loader: ProductLoader<Thing>) -> Bool {
    protection == nil
      || !loads.contains {
        $0.variant == .delegate && $0.deliveries == 0 && weakLoaders[$0.loader].loader === loader
      }
  }

  private func startDelegate(_ loader: ProductLoader<Thing>, _ slot: Int) {
    let (load, id, options) = record(.delegate, loader, queue(of: loader))
    loads[load].task = start(load) { loader.loadProduct(withID: id, options: options) }
  }

  private func startAsync(_ loader: ProductLoader<Thing>) {
    let (load, id, options) = record(.async, loader, nil)
    let capture = Capture(self)
    loads[load].asyncTask = Task(executorPreference: executor) { [self] in
      asking = load
      let result = await loader.outcome(withID: id, options: options).result
      asking = nil
      capture.use()
      received(load, result)
    }
  }

  private func prepareOperation(_ loader: ProductLoader<Thing>, _ variant: LoadRecord.Variant) {
    let queue = queues[random.below(queues.count)]
    let (load, id, options) = record(variant, loader, variant == .operation ? queue : nil)
    let capture = Capture(self)
    let handler: ProductLoader<Thing>.Handler = { [self] result in
      capture.use()
      received(load, result)
    }
    loads[load].operation =
      variant == .operation
      ? ProductLoadOperation(
        loader: loader, id: id, options: options, resultQueue: queue, handler: handler)
      : ProductLoadOperation(
        loader: loader, id: id, options: options, resultQueue: nil, handler: handler)
    if random.once(in: 2) { startOperation(load) }
  }

  /// Starts the operation of a load as its queue would, unless it was started.
  func startOperation(_ load: Int) {
    guard let operation = loads[load].operation, operation.isReadyToStart else { return }
    note("operation of load \(load) starts")
    if loads[load].variant == .inlineOperation {
      // Its queue starts it: inline is right there too.
      asking = load
      operation.start()
      asking = nil
    } else {
      start(load) { operation.start() }
    }
  }

  private func queue(of loader: ProductLoader<Thing>) -> SteppedQueue {
    loaders.first { $0.loader === loader }?.queue ?? elsewhere
  }
}

extension Operation {
  var isReadyToStart: Bool { !isExecuting && !isFinished }
}
