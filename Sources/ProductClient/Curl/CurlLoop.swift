internal import CCurl

/// The engine: one multi handle, driven by socket events on one thread.
///
/// Everything here belongs to that thread: it is made, used and torn down inside
/// ``run(configuration:proxies:inbox:signal:)``. The only user code that it runs is the closure of
/// ``AddressPolicy/custom(_:)``, from within libcurl's callbacks. It blocks only in its poller, in what
/// that closure does, and, with libcurl before 7.87, in a name lookup that is given up. libcurl tells
/// it which sockets to watch and when to call back
/// (<https://curl.se/libcurl/c/curl_multi_socket_action.html>), so that a round costs in proportion to
/// what is ready, not to what is in flight.
final class CurlLoop {
  let configuration: CurlConfiguration
  private let inbox: CurlInbox
  private let signal: WakeSignal
  private let proxies: ProxyEnvironment
  let poller: any SocketPoller
  let multi: UnsafeMutableRawPointer
  /// TLS sessions, so that a new connection to a known server takes the short handshake. Before
  /// 8.12 each easy handle would keep its own. One thread uses it: no lock functions are needed.
  private let share: UnsafeMutableRawPointer?

  /// How many exchanges may be on the wire: at least one, or they would wait for ever.
  private var width: Int {
    min(max(1, configuration.maxConcurrentExchanges), Int(Int32.max))
  }

  private(set) var active: [ObjectIdentifier: EasyHandle] = [:]
  private var idle: [EasyHandle] = []
  private var line = WaitingLine<(HTTPRequest, ExchangeSlot)>()
  private var orders: [CurlOrder] = []
  private var timer: ContinuousClock.Instant?
  var firstBytes = FirstByteWatch()
  var sockets = SocketTimes()
  var idleSockets: IdleSockets
  var sweep: IdleSweep?
  private var isTornDown = false

  /// Runs the engine on the calling thread until it is told to end, and leaves nothing behind.
  static func run(
    configuration: CurlConfiguration, proxies: ProxyEnvironment, inbox: CurlInbox,
    signal: WakeSignal
  ) {
    defer { ExitGuard.forget(inbox) }
    do throws(EngineFault) {
      let loop = try CurlLoop(configuration, proxies, inbox, signal)
      loop.runUntilTold()
      loop.tearDown()
    } catch {
      refuse(error, inbox)
    }
  }

  /// The loop that a callback's context stands for.
  static func from(_ context: UnsafeMutableRawPointer?) -> CurlLoop {
    guard let context else { preconditionFailure("libcurl lost the context it was given") }
    return Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue()
  }

  private init(
    _ configuration: CurlConfiguration, _ proxies: ProxyEnvironment, _ inbox: CurlInbox,
    _ signal: WakeSignal
  ) throws(EngineFault) {
    guard let poller = makeSocketPoller() else {
      throw .broken("the process has no descriptor left")
    }
    guard let multi = curl_multi_init() else {
      poller.close()
      throw .broken("libcurl has no memory for a multi handle")
    }
    self.configuration = configuration
    self.proxies = proxies
    self.inbox = inbox
    self.signal = signal
    self.poller = poller
    self.multi = multi
    idleSockets = IdleSockets(maxAge: configuration.maxIdleAge)
    share = curl_share_init()
    if let share { _ = pc_share_tls_sessions(share) }
    do throws(EngineFault) {
      try setUp()
    } catch {
      // Said first, or tearing down would take it for a shutdown, which is for good.
      inbox.set(.closed(error))
      tearDown()
      throw error
    }
  }

  deinit {
    assert(isTornDown, "tearDown() comes first: cleaning up calls back")
  }

  private func setUp() throws(EngineFault) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    let codes = [
      pc_multi_setopt_socket(multi, socketThunk),
      pc_multi_setopt_pointer(multi, CURLMOPT_SOCKETDATA, context),
      pc_multi_setopt_timer(multi, timerThunk),
      pc_multi_setopt_pointer(multi, CURLMOPT_TIMERDATA, context),
      pc_multi_setopt_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)),
      pc_multi_setopt_long(multi, CURLMOPT_MAXCONNECTS, width),
    ]
    if let refused = codes.first(where: { $0 != CURLM_OK }) {
      throw .broken("libcurl refused a multi option: \(CurlFault.text(of: refused))")
    }
    guard poller.watch(signal.readEnd, for: .readable) else {
      throw .broken("the system refused to watch the engine's wake-up signal")
    }
  }

  // MARK: - Rounds

  private func runUntilTold() {
    while true {
      let course = takeOrders()
      if case .closed = course { return }
      if case .parking = course { ExitGuard.park(inbox) }
      fillFromLine()
      // Only now: what was in line may have been given up, and then there is nothing to wait for.
      if case .finishing = course, active.isEmpty, line.isEmpty { return }
      poller.wait(milliseconds: untilTimer()) { socket, readiness in
        if socket == signal.readEnd { signal.lower() } else { act(socket, readiness) }
      }
      fireTimerIfDue()
      // Before what has ended is collected: libcurl may end exchanges in it.
      sweepIfDue()
      collectFinished()
      endSilent()
    }
  }

  private func takeOrders() -> CurlInbox.Course {
    let course = inbox.take(reusing: &orders)
    for order in orders {
      switch order {
      case .start(let request, let slot): line.append((request, slot))
      case .cancel(let slot): end(slot)
      }
    }
    // What they hold is somebody's; the room for them is ours.
    orders.removeAll(keepingCapacity: true)
    return course
  }

  private func fillFromLine() {
    while active.count < width, let next = line.popFirst() {
      begin(next.0, for: next.1)
    }
  }

  private func act(_ socket: CInt, _ readiness: SocketReadiness) {
    let now = ContinuousClock.now
    if idleSockets.spoke(socket, at: now) { return poller.forget(socket) }
    var bits: CInt = 0
    if readiness.contains(.readable) {
      bits |= CURL_CSELECT_IN
      sockets.heard(socket, at: now)
    }
    if readiness.contains(.writable) { bits |= CURL_CSELECT_OUT }
    proceed(socket, bits)
  }

  func proceed(_ socket: CInt, _ bits: CInt) {
    var running: CInt = 0
    let code = curl_multi_socket_action(multi, socket, bits, &running)
    if code != CURLM_OK { giveUp("libcurl cannot go on: \(CurlFault.text(of: code))") }
  }

  /// Ends the engine after this round: what is in progress might never end by itself. The next
  /// exchange gets another engine.
  private func giveUp(_ reason: String) {
    inbox.set(.closed(.broken(reason)))
  }

  private func collectFinished() {
    var remaining: CInt = 0
    while let message = curl_multi_info_read(multi, &remaining) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
        continue
      }
      let code = pc_message_result(message)
      // The message dies with the handle's removal: nothing of it is read after this line.
      var context: UnsafeMutableRawPointer?
      _ = pc_easy_getinfo_pointer(easy, CURLINFO_PRIVATE, &context)
      finish(EasyHandle.from(context), code)
    }
  }

  // MARK: - Exchanges

  private func begin(_ request: HTTPRequest, for slot: ExchangeSlot) {
    guard !slot.isSettled else { return }
    do throws(EngineFault) {
      let handle = try beginOnHandle(request, for: slot)
      active[ObjectIdentifier(slot)] = handle
      firstBytes.expect(by: request.timeouts.firstByte.map { handle.began.later(by: $0) })
    } catch {
      slot.finish(.failure(error.loadError(for: request)))
    }
  }

  private func beginOnHandle(
    _ request: HTTPRequest, for slot: ExchangeSlot
  ) throws(EngineFault) -> EasyHandle {
    let handle = try idleHandle()
    do throws(EngineFault) {
      try handle.begin(request, for: slot)
      try EngineFault.check(curl_multi_add_handle(multi, handle.easy), "the exchange")
      return handle
    } catch {
      // What it is set to is not known any more.
      handle.close()
      throw error
    }
  }

  private func idleHandle() throws(EngineFault) -> EasyHandle {
    if let handle = idle.popLast() { return handle }
    return try EasyHandle(configuration, proxies: proxies, share: share)
  }

  private func finish(_ handle: EasyHandle, _ code: CURLcode) {
    guard let slot = handle.slot, let request = handle.request else { return }
    if handle.mayGoOnNewConnection(code), goesOnNewConnection(handle) { return }
    if code == CURLE_OPERATION_TIMEDOUT { cutIfDead(handle, .timedOut) }
    let outcome = handle.outcome(code, of: request)
    release(handle, of: slot)
    slot.finish(outcome)
  }

  /// Sends the request once more. What is left of the times of the attempt and for the first byte
  /// holds; those to connect and to stall begin anew.
  private func goesOnNewConnection(_ handle: EasyHandle) -> Bool {
    curl_multi_remove_handle(multi, handle.easy)
    do throws(EngineFault) {
      guard try handle.goOnNewConnection() else { return false }
      try EngineFault.check(curl_multi_add_handle(multi, handle.easy), "the exchange")
      return true
    } catch {
      return false
    }
  }

  /// Ends the transfer of a slot where nobody waits any more, wherever it stands. One that is
  /// still in line is passed over when its turn comes.
  private func end(_ slot: ExchangeSlot) {
    guard let handle = active[ObjectIdentifier(slot)] else { return }
    cutIfDead(handle, .cancelled)
    release(handle, of: slot)
  }

  func release(_ handle: EasyHandle, of slot: ExchangeSlot) {
    active[ObjectIdentifier(slot)] = nil
    curl_multi_remove_handle(multi, handle.easy)
    handle.end()
    idle.append(handle)
  }

  // MARK: - What libcurl asks for

  func watch(_ socket: CInt, _ what: CInt) {
    let readiness: SocketReadiness
    switch what {
    case CURL_POLL_IN: readiness = .readable
    case CURL_POLL_OUT: readiness = .writable
    case CURL_POLL_INOUT: readiness = [.readable, .writable]
    default: return watchIdle(socket)
    }
    idleSockets.remove(socket)
    if !poller.watch(socket, for: readiness) {
      giveUp("the system refused to watch a connection")
    }
  }

  func setTimer(milliseconds: Int) {
    timer = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
  }

  private func untilTimer() -> CInt {
    guard let timer = [timer, firstBytes.earliest, idleSockets.due].compactMap({ $0 }).min() else {
      return -1
    }
    let (seconds, attoseconds) = (timer - .now).components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // Rounded up: waking a little early would only mean to wait again, with a busy loop between.
    let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return CInt(clamping: milliseconds)
  }

  private func fireTimerIfDue() {
    guard let due = timer, due <= .now else { return }
    timer = nil
    proceed(CURL_SOCKET_TIMEOUT, 0)
  }

  // MARK: - The end

  /// Order matters: exchanges first, with their result; then easy handles, then the multi handle
  /// with its connections (which calls back into this object), then what they shared.
  private func tearDown() {
    let error = closingError()
    for (_, handle) in active {
      let slot = handle.slot
      let request = handle.request
      curl_multi_remove_handle(multi, handle.easy)
      handle.end()
      idle.append(handle)
      if let slot, let request { slot.finish(.failure(error.loadError(for: request))) }
    }
    active = [:]
    while let (request, slot) = line.popFirst() {
      slot.finish(.failure(error.loadError(for: request)))
    }
    for handle in idle { handle.close() }
    idle = []
    sweep?.close()
    sweep = nil
    curl_multi_cleanup(multi)
    if let share { curl_share_cleanup(share) }
    poller.close()
    isTornDown = true
  }

  private func closingError() -> EngineFault {
    inbox.set(.closed(.shutDown))
    if case .closed(let error) = takeOrders() { return error }
    return .shutDown
  }

  /// Answers every order with the reason, now and later: there is no engine.
  private static func refuse(_ fault: EngineFault, _ inbox: CurlInbox) {
    inbox.set(.closed(fault))
    var orders: [CurlOrder] = []
    _ = inbox.take(reusing: &orders)
    for case .start(let request, let slot) in orders {
      slot.finish(.failure(fault.loadError(for: request)))
    }
  }
}
