import Dispatch

/// Runs a ``CurlLoop`` on a thread of its own, and carries orders to it.
///
/// The thread starts with the first order and owns every C handle from then on: made there, used
/// there, torn down there. The driver itself holds none, so that letting go of it is harmless.
final class CurlDriver: Sendable {
  private enum Phase: Sendable {
    /// No thread yet. Exits: running, ended.
    case idle
    /// The thread runs. Exits: ended.
    case running(CurlInbox)
    /// The transport was shut down: the thread is on its way out, or gone. No exits.
    case ended

    var inbox: CurlInbox? {
      if case .running(let inbox) = self { inbox } else { nil }
    }
  }

  private let configuration: CurlConfiguration
  private let proxies: ProxyEnvironment
  private let phase = Lock(Phase.idle)
  /// Entered while the thread runs.
  private let thread = DispatchGroup()

  init(configuration: CurlConfiguration, environment: [String: String]) {
    self.configuration = configuration
    proxies = ProxyEnvironment(configuration.proxy, environment: environment)
    // On the thread that makes the transport, not on some other with the first exchange: it takes
    // milliseconds, and a process that exits in them would crash. If it fails now, it is tried
    // again with the first exchange, which has somebody to tell.
    try? CurlLibrary.prepare()
  }

  /// Performs the exchange and finishes the slot, with the reason when that is not possible.
  func start(_ request: HTTPRequest, for slot: ExchangeSlot) {
    do throws(EngineFault) {
      try post(.start(request, slot))
    } catch {
      slot.finish(.failure(error.loadError(for: request)))
    }
  }

  /// Ends the transfer of a slot that was finished already.
  func cancel(_ slot: ExchangeSlot) {
    // Refused only when the engine ends or has ended, and with it the transfer.
    try? inbox?.post(.cancel(slot))
  }

  /// Lets the thread end when nothing is in progress.
  func finish() {
    inbox?.set(.finishing)
  }

  /// Ends everything in progress with ``LoadError/shutDown``; returns when the thread has let go of
  /// all that it held.
  func shutdown() async {
    let running = phase.withLock { phase -> CurlInbox? in
      defer { phase = .ended }
      return phase.inbox
    }
    running?.set(.closed(.shutDown))
    // Checked: where there is nothing to wait for, the task is resumed before it has suspended, and
    // of an unsafe continuation the thread sanitizer then reports a race that is none.
    await withCheckedContinuation { continuation in
      thread.notify(queue: .global()) { continuation.resume() }
    }
  }

  private var inbox: CurlInbox? {
    phase.withLock { $0.inbox }
  }

  private func post(_ order: CurlOrder) throws(EngineFault) {
    let inbox = try runningInbox()
    do throws(EngineFault) {
      try inbox.post(order)
    } catch .broken {
      // That thread could not set itself up, for want of a descriptor perhaps. Another may.
      forget(inbox)
      try runningInbox().post(order)
    }
  }

  private func forget(_ inbox: CurlInbox) {
    phase.withLock { phase in
      if phase.inbox === inbox { phase = .idle }
    }
  }

  private func runningInbox() throws(EngineFault) -> CurlInbox {
    try phase.withLock { phase throws(EngineFault) in
      switch phase {
      case .running(let inbox):
        return inbox
      case .ended:
        throw .shutDown
      case .idle:
        let inbox = try startThread()
        phase = .running(inbox)
        return inbox
      }
    }
  }

  private func startThread() throws(EngineFault) -> CurlInbox {
    if configuration.proxy.lacksHost {
      throw .broken("CurlConfiguration.proxy is a URL that names no host", isLasting: true)
    }
    try CurlLibrary.prepare()
    guard let signal = WakeSignal() else { throw .broken("the process has no descriptor left") }
    let inbox = CurlInbox(signal: signal)
    thread.enter()
    ExitGuard.watch(inbox)
    let started = EngineThread.start { [configuration, proxies, thread] in
      CurlLoop.run(configuration: configuration, proxies: proxies, inbox: inbox, signal: signal)
      thread.leave()
    }
    guard started else {
      ExitGuard.unwatch(inbox)
      thread.leave()
      throw .broken("the system has no thread left")
    }
    return inbox
  }
}
