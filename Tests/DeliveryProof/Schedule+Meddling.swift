@testable import ProductClient

extension Schedule {
  func cancelSomething() {
    guard !loads.isEmpty else { return }
    if !streams.isEmpty, random.once(in: 6) {
      streams[random.below(streams.count)].task?.cancel()
    } else {
      cancel(random.below(loads.count))
    }
  }

  private func cancel(_ load: Int) {
    let record = loads[load]
    guard record.task != nil || record.asyncTask != nil || record.operation != nil else { return }
    observe()
    note("load \(load) is cancelled")
    expectCancelled(load)
    record.task?.cancel()
    record.asyncTask?.cancel()
    record.operation?.cancel()
    checkTransferEnded(load)
  }

  /// A load that waits for its flight must be cancelled, and leaves it. What is not known to wait
  /// (an async load may have its result and no turn yet) may end either way.
  private func expectCancelled(_ load: Int) {
    guard loads[load].deliveries == 0, loads[load].settled == nil else { return }
    loads[load].isCancelled = true
    happenings.note(.cancelled)
    guard let flight = loads[load].flight else { return }
    guard flights.flights[flight].isOpen else { return }
    if loads[load].task != nil {
      loads[load].mustBeCancelled = true
      loads[load].settled = nextMoment()
    }
    loads[load].leftLast = flights.leave(load, flight)
  }

  private func checkTransferEnded(_ load: Int) {
    guard loads[load].leftLast, let flight = loads[load].flight,
      let exchange = flights.flights[flight].exchange
    else { return }
    happenings.note(.lastCancel)
    if exchanges[exchange].isOpen {
      fault("load \(load) was the last, and exchange \(exchange) goes on")
    }
  }

  func letGoOfSomething() {
    switch random.below(4) {
    case 0:
      let slot = random.below(loaders.count)
      note("loader \(loaders[slot].number) is let go of")
      withoutDelegate.insert(loaders[slot].number)
      loaders[slot] = LoaderSlot()
    case 1:
      let slot = random.below(loaders.count)
      note("the delegate of loader \(loaders[slot].number) is let go of")
      loaders[slot].listener = nil
      withoutDelegate.insert(loaders[slot].number)
    default:
      guard !loads.isEmpty else { return }
      let load = random.below(loads.count)
      note("the handle of load \(load) is let go of")
      loads[load].task = nil
      loads[load].asyncTask = nil
    }
  }

  func changeDelegate() {
    changeDelegate(of: random.below(loaders.count))
  }

  func changeDelegate(of slot: Int) {
    guard let loader = loaders[slot].loader else { return }
    let listener = random.once(in: 4) ? nil : Listener(moments, self)
    note("the delegate of loader \(loaders[slot].number) is \(listener == nil ? "none" : "new")")
    if listener == nil { withoutDelegate.insert(loaders[slot].number) }
    loader.delegate = listener
    loaders[slot].listener = listener
  }

  /// From within a handler: whatever any other code may do.
  func meddle() {
    switch random.below(16) {
    case 0, 1: startSomething()
    case 2, 3: cancelSomething()
    case 4: changeDelegate()
    case 5: letGoOfSomething()
    default: break
    }
  }

  func letGoOfEverything() {
    // Every load has its result: it holds no handler, though its handles are held.
    if captures != 0 { fault("\(captures) captures outlive their results") }
    loaders = []
    for index in loads.indices {
      loads[index].task = nil
      loads[index].asyncTask = nil
      checkEnd(of: index)
      loads[index].operation = nil
    }
    for index in streams.indices { streams[index].task = nil }
    exchanges = []
  }

  private func checkEnd(of load: Int) {
    guard let operation = loads[load].operation else { return }
    if !operation.isFinished || operation.result == nil {
      fault("the operation of load \(load) is not finished")
    }
  }
}
