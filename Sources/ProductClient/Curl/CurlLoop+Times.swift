internal import CCurl

extension CurlLoop {
  /// Times out the exchanges that have had no byte of an answer in time.
  func endSilent() {
    guard firstBytes.earliest != nil else { return }
    let now = ContinuousClock.now
    guard firstBytes.isDue(at: now) else { return }
    var overdue: [(ExchangeSlot, EasyHandle, Duration)] = []
    for case (let handle, let slot?, let limit?) in active.values.map({
      ($0, $0.slot, $0.request?.timeouts.firstByte)
    }) where handle.isSilent {
      let due = handle.began.later(by: limit)
      if due <= now { overdue.append((slot, handle, limit)) } else { firstBytes.expect(by: due) }
    }
    // After the scan: releasing changes what is scanned.
    for (slot, handle, limit) in overdue { timeOut(handle, of: slot, after: limit) }
  }

  private func timeOut(_ handle: EasyHandle, of slot: ExchangeSlot, after limit: Duration) {
    guard let request = handle.request else { return }
    cutIfDead(handle, .timedOut)
    let outcome = handle.outcomeOfSilence(limit, of: request)
    release(handle, of: slot)
    slot.finish(outcome)
  }
}
