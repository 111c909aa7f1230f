import FlyingSocks

/// Serves one connection: request after request, until one side ends it.
struct Connection: Sendable {
  let wire: Wire
  let run: ScriptRun
  let log: RequestLog
  let clock: any Clock<Duration>

  private enum End {
    case close
    case reset
  }

  /// Returns when the connection is closed; soon after the task is cancelled.
  func serve() async {
    switch await converse() {
    case .close: await wire.close()
    case .reset: await wire.reset()
    }
  }

  private func converse() async -> End {
    var buffer = RequestBuffer()
    do {
      while true {
        while let head = try buffer.next() {
          if let end = try await answer(head) { return end }
        }
        buffer.append(try await wire.read())
      }
    } catch let refusal as RequestHead.Refusal {
      let reply = FixtureReply.problem(refusal.rawValue, title: "\(refusal)")
      return await refuse(with: reply)
    } catch {
      // The client left, or the server stops.
      return .close
    }
  }

  private func refuse(with reply: FixtureReply) async -> End {
    for step in WirePlan(reply, method: "GET", closes: true).steps {
      _ = try? await take(step)
    }
    return .close
  }

  private func answer(_ head: RequestHead) async throws -> End? {
    let request = log.record(head.request)
    let reply = run.reply(to: request)
    let plan = WirePlan(reply, method: request.method, closes: head.closes)
    for step in plan.steps {
      if let end = try await take(step) { return end }
    }
    return nil
  }

  private func take(_ step: WireStep) async throws -> End? {
    switch step {
    case .send(let bytes): try await wire.send(bytes)
    case .pause(let duration): try await wire.pause(for: duration, on: clock)
    case .drip(let bytes, let size, let pause): try await drip(bytes, size, pause)
    case .hold: try await wire.hold()
    case .close: return .close
    case .reset: return .reset
    }
    return nil
  }

  private func drip(_ bytes: [UInt8], _ size: Int, _ pause: Duration) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try await wire.pause(for: pause, on: clock)
      try await wire.send(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
  }
}
